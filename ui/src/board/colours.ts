/** The colours of pieces: each has a sign as well, so that nobody needs to tell colours apart. */

export const SIGNS: Readonly<Record<string, string>> = {
  red: "▲",
  blue: "●",
  yellow: "■",
  green: "◆",
  orange: "✚",
  white: "★",
};
