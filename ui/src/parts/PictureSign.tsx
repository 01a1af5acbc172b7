/** What is on a cube in a picture: crosses and circles, or the sign of its colour. */
const BURNT: Readonly<Record<string, string>> = {
  X: "M.27 .27 .73 .73M.73 .27 .27 .73",
  O: "M.76 .5a.26 .26 0 1 1-.52 0 .26 .26 0 1 1 .52 0Z",
};
const PAINTED: Readonly<Record<string, string>> = {
  red: "M.5 .3 .72 .68H.28Z",
  blue: "M.7 .5a.2 .2 0 1 1-.4 0 .2 .2 0 1 1 .4 0Z",
  yellow: "M.32 .32H.68V.68H.32Z",
  green: "M.5 .25 .74 .5 .5 .75 .26 .5Z",
  orange: "M.43 .27H.57V.43H.73V.57H.57V.73H.43V.57H.27V.43H.43Z",
  white: "M.5 .25 .56 .42 .74 .42 .6 .53 .65 .71 .5 .6 .35 .71 .4 .53 .26 .42 .44 .42Z",
};

export function PictureSign({ name }: { name: string }) {
  if (BURNT[name]) return <path class="burnt" d={BURNT[name]} />;
  return PAINTED[name] ? <path class={`painted on-${name}`} d={PAINTED[name]} /> : null;
}
