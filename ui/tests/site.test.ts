import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? sources(join(folder, one.name)) : [join(folder, one.name)],
  );

describe("addresses of the site", () => {
  it("are never written from the top of the host: the site may be below a path", () => {
    const bare = /(href|src)=("|\{`)\/|fetch\(["`]\/|(push|replace)State\([^)]*, (link|path)\)/;
    const found = sources("src").filter((file) => /\.tsx?$/.test(file) && bare.test(readFileSync(file, "utf-8")));
    expect(found).toEqual([]);
  });
});
