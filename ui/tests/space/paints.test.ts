import { describe, expect, it } from "vitest";
import { Paints } from "../../src/board/space/paints";
import { themeOf } from "../../src/board/space/theme";

describe("what marks in space are painted with", () => {
  it("has the page's colours of what moves are worth", () => {
    const host = document.createElement("div");
    document.body.append(host);
    host.style.setProperty("--accent", "#123456");
    host.style.setProperty("--tint-win", "#00ff00");
    const paints = new Paints(themeOf(host), false);
    expect(paints.solid("arrow").color.getHexString()).toBe("123456");
    expect(paints.solid("arrow", false, "win").color.getHexString()).toBe("00ff00");
    expect(paints.solid("arrow", false, "win")).toBe(paints.solid("arrow", false, "win"));
    paints.dispose();
  });
});
