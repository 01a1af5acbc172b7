/** A link as a picture for cameras. What draws it is loaded when it is wanted; until then its place is empty. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../i18n";

type Draw = typeof import("qrcode-generator");

export function QrCode({ text }: { text: string }) {
  const [draw, setDraw] = useState<{ readonly qrcode: Draw } | null>(null);
  useEffect(() => {
    import("qrcode-generator").then(
      ({ default: qrcode }) => setDraw({ qrcode }),
      () => undefined,
    );
  }, []);
  if (!draw) return <div class="qr" />;
  const code = draw.qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const squares: string[] = [];
  for (let y = 0; y < count; y++)
    for (let x = 0; x < count; x++) if (code.isDark(y, x)) squares.push(`M${x} ${y}h1v1h-1z`);
  return (
    <svg class="qr" viewBox={`-2 -2 ${count + 4} ${count + 4}`} role="img" aria-label={t("invite.code")}>
      <rect x="-2" y="-2" width={count + 4} height={count + 4} />
      <path d={squares.join("")} />
    </svg>
  );
}
