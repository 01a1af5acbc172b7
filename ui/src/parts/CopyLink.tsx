/** A button that copies an address of ours, where the browser lets pages do so. */
import { t } from "../i18n";
import { siteAddress } from "../net/site";
import { Icon } from "./Icon";
import { say } from "./Toast";

export function CopyLink({ path, quiet = false }: { path: string; quiet?: boolean }) {
  if (!navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(location.origin + siteAddress(path));
    say(t("analyse.copied"));
  };
  return (
    <button type="button" class={quiet ? "quiet" : ""} onClick={() => void copy()}>
      <Icon name="copy" />
      {t("analyse.link")}
    </button>
  );
}
