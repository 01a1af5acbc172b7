/** A record in an address: packed, behind the #, which browsers never send. Whoever opens it has the record. */

/** No record has more characters: the server reads no longer ones. */
const MOST = 1_000_000;

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > 4 * MOST) throw new RangeError("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A text in signs that every address may have. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(text.trim(), new CompressionStream("deflate-raw"));
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text again; null: there is none in it. */
export async function unpacked(code: string): Promise<string | null> {
  try {
    const signs = atob(code.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
    return text.length > 0 && text.length <= MOST ? text : null;
  } catch {
    return null; // whatever is wrong with it
  }
}

export const recordPath = (code: string): string => `/review#record=${code}`;
