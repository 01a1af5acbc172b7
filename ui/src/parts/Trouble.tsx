/** Pages for what went wrong, each with a way out. */
import { t } from "../i18n";
import { go } from "../state/route";

export function Failed() {
  return (
    <section class="trouble" role="alert">
      <p>{t("net.error")}</p>
      <button type="button" class="main" onClick={() => location.reload()}>
        {t("act.again")}
      </button>
    </section>
  );
}

export function Nowhere() {
  return (
    <main class="page" id="main">
      <h1>{t("page.nowhere")}</h1>
      <a
        class="button quiet"
        href="/"
        onClick={(event) => {
          event.preventDefault();
          go("/");
        }}
      >
        {t("act.home")}
      </a>
    </main>
  );
}
