/** Which page is shown. */
import { signal } from "@preact/signals";
import { pathInSite, siteAddress } from "../net/site";

export type Route =
  | { readonly page: "home" }
  | { readonly page: "table"; readonly id: string; readonly key: { seat: number; token: string } | null }
  | { readonly page: "rules"; readonly game: string }
  | { readonly page: "new"; readonly game: string }
  | { readonly page: "learn" }
  | { readonly page: "course"; readonly game: string; readonly exercise: string | null }
  | { readonly page: "puzzles" }
  | { readonly page: "puzzle"; readonly name: string }
  | { readonly page: "win"; readonly game: string; readonly name: string }
  | { readonly page: "analyse" }
  | { readonly page: "review"; readonly table: string | null; readonly code: string | null }
  | { readonly page: "watch" }
  | { readonly page: "replay"; readonly game: string; readonly number: number }
  | { readonly page: "nowhere" };

const isAlone = (room: string): room is "learn" | "puzzles" | "analyse" | "watch" =>
  ["learn", "puzzles", "analyse", "watch"].includes(room);

export function routeOf(path: string, hash: string): Route {
  const [, room, name, part] = path.split("/");
  if (!room) return { page: "home" };
  if (isAlone(room) && !name) return { page: room };
  if (room === "learn" && name) return { page: "course", game: name, exercise: part ?? null };
  if (room === "puzzles" && name && part) return { page: "win", game: name, name: part };
  if (room === "watch" && name && part) return { page: "replay", game: name, number: Number(part) };
  if (room === "review") return { page: "review", table: name || null, code: /^#record=(.*)$/.exec(hash)?.[1] ?? null };
  if (room === "puzzles" && name) return { page: "puzzle", name };
  if (room === "t" && name) {
    const key = /^#seat=(\d)\.([\w-]+)$/.exec(hash);
    return { page: "table", id: name, key: key ? { seat: Number(key[1]), token: key[2]! } : null };
  }
  if (room === "rules" && name) return { page: "rules", game: name };
  if (room === "new" && name) return { page: "new", game: name };
  return { page: "nowhere" };
}

const here = (): Route => routeOf(pathInSite(location.pathname), location.hash);

export const route = signal<Route>(here());

export function go(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", siteAddress(path));
  route.value = here();
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => {
  route.value = here();
});
