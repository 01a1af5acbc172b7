/** Pages for what is missing or went wrong, each with a way out. */
import type { ComponentChildren } from "preact";
import { t } from "../i18n";
import { LoneCube } from "./GamePicture";
import { Icon } from "./Icon";
import { Link } from "./Link";
import { useTitle } from "./useTitle";

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

/** There is nothing in a list; `children` are the ways on. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ComponentChildren }) {
  return (
    <section class="trouble">
      <LoneCube />
      <h2>{title}</h2>
      <p class="quiet-text">{text}</p>
      {children}
    </section>
  );
}

/** There is nothing here. */
export function Nowhere({ title, children }: { title?: string; children?: ComponentChildren }) {
  useTitle(title ?? t("page.nowhere"));
  return (
    <main class="page trouble" id="main">
      <LoneCube />
      <h1>{title ?? t("page.nowhere")}</h1>
      <p class="quiet-text">{children ?? t("page.nowhere.text")}</p>
      <div class="buttons">
        <Link to="/" class="button main">
          <Icon name="home" />
          {t("act.home")}
        </Link>
        <Link to="/learn" class="button">
          <Icon name="learn" />
          {t("course.title")}
        </Link>
        <Link to="/watch" class="button">
          <Icon name="eye" />
          {t("nav.watch")}
        </Link>
      </div>
    </main>
  );
}
