/** Pages for what went wrong, each with a way out. */
import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { LoneCube } from "./GamePicture";
import { Link } from "./Link";

export function Failed() {
  return (
    <section class="trouble" role="alert">
      <LoneCube />
      <h2>{t("net.error")}</h2>
      <p class="quiet-text">{t("net.error.text")}</p>
      <button type="button" class="main" onClick={() => location.reload()}>
        {t("act.again")}
      </button>
    </section>
  );
}

/** There is nothing here. */
export function Nowhere({ title, children }: { title?: string; children?: ComponentChildren }) {
  return (
    <main class="page trouble" id="main">
      <LoneCube />
      <h1>{title ?? t("page.nowhere")}</h1>
      <p class="quiet-text">{children ?? t("page.nowhere.text")}</p>
      <Link to="/" class="button main">
        {t("act.home")}
      </Link>
    </main>
  );
}
