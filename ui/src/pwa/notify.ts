/** Notices that it is your turn: if they are wanted and allowed, while the page is open elsewhere. */
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import { siteAddress } from "../net/site";
import { settings } from "../state/settings";

/** Do this browser and this address know notices at all? */
export const canNotify = (): boolean => isSecureContext && "Notification" in window;

async function notify(title: string): Promise<void> {
  const url = location.pathname;
  const notice = { body: t("turn.yours"), tag: url, icon: siteAddress("/icons/icon-192.png"), data: { url } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(title, notice);
    return;
  }
  const shown = new Notification(title, notice);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** Say so when a turn begins that nobody looks at. */
export function useTurnNotice(isMyTurn: boolean, title: string): void {
  useEffect(() => {
    if (!isMyTurn || !document.hidden || !settings.peek().notify) return;
    if (canNotify() && Notification.permission === "granted") void notify(title).catch(() => undefined);
  }, [isMyTurn]);
}
