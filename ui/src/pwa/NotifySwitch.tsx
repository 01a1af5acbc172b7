/** Whether you want to be told that it is your turn. The browser is asked only when you say yes. */
import { useState } from "preact/hooks";
import { t } from "../i18n";
import { remember, settings } from "../state/settings";
import { canNotify } from "./notify";

export function NotifySwitch() {
  const [denied, setDenied] = useState(canNotify() && Notification.permission === "denied");
  if (!canNotify()) return null;
  const isOn = settings.value.notify && Notification.permission === "granted";
  const change = async (wanted: boolean) => {
    const answer = wanted ? await Notification.requestPermission() : Notification.permission;
    setDenied(answer === "denied");
    remember({ notify: wanted && answer === "granted" });
  };
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={denied}
        onChange={({ currentTarget }) => {
          const wanted = currentTarget.checked;
          currentTarget.checked = isOn; // until the browser has answered
          void change(wanted);
        }}
      />
      {denied ? t("settings.notify.denied") : t("settings.notify")}
    </label>
  );
}
