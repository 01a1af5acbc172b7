import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NotifySwitch } from "../src/pwa/NotifySwitch";
import { remember, settings } from "../src/state/settings";

let host: HTMLElement;

class Notices {
  static permission = "default";
  static answer = "granted";
  static asked = 0;
  static async requestPermission(): Promise<string> {
    Notices.asked++;
    return (Notices.permission = Notices.answer);
  }
}

beforeEach(() => {
  host = document.body.appendChild(document.createElement("div"));
  Notices.permission = "default";
  Notices.asked = 0;
  remember({ notify: false });
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("Notification", Notices);
});

afterEach(() => {
  render(null, host);
  host.remove();
  vi.unstubAllGlobals();
});

const shown = async (): Promise<HTMLInputElement | null> => {
  await act(() => render(<NotifySwitch />, host));
  return host.querySelector("input");
};

const press = async (box: HTMLInputElement): Promise<void> => {
  await act(async () => {
    box.click();
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
};

it("is not there where browsers know no notices", async () => {
  vi.stubGlobal("isSecureContext", false);
  expect(await shown()).toBeNull();
});

it("asks the browser when somebody says yes, and not before", async () => {
  const box = (await shown())!;
  expect([box.checked, Notices.asked]).toEqual([false, 0]);
  await press(box);
  expect([settings.value.notify, Notices.asked]).toEqual([true, 1]);
  await press((await shown())!);
  expect([settings.value.notify, Notices.asked]).toEqual([false, 1]);
});

it("says so where the browser forbids it", async () => {
  Notices.answer = "denied";
  const box = (await shown())!;
  await press(box);
  expect(settings.value.notify).toBe(false);
  expect((await shown())!.disabled).toBe(true);
  expect(host.textContent).toContain("blocked");
});
