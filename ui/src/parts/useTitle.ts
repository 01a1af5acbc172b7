/** What the browser calls a page; null: it is not known yet. */
import { useEffect } from "preact/hooks";
import { t } from "../i18n";

export function useTitle(text: string | null): void {
  useEffect(() => {
    if (text !== null) document.title = text ? `${text} · ${t("app.name")}` : t("app.name");
  }, [text]);
}
