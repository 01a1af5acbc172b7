/** Where the site is: at the top of its host, or below a path that the server has told. */
const sitePath = document.documentElement.dataset["path"] ?? "";

/** The address of something on this site. */
export const siteAddress = (path: string): string => sitePath + path;

/** What an address means on this site. */
export const pathInSite = (path: string): string => (path.startsWith(`${sitePath}/`) ? path.slice(sitePath.length) : path);
