/** Where a page of text will be. */
import { t } from "../i18n";

export function Skeleton() {
  return (
    <div class="skeletons">
      <span class="sr">{t("page.loading")}</span>
      {["title", "text", "text", "block", "text", "block"].map((kind, at) => (
        <div class={`skeleton ${kind}`} key={at} />
      ))}
    </div>
  );
}
