/** The little Markdown that our rules pages use: paragraphs, lists, bold, code. */
import type { ComponentChildren } from "preact";

function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/g).map((part, at) => {
    if (part.startsWith("**")) return <b key={at}>{part.slice(2, -2)}</b>;
    if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
    return part;
  });
}

const BULLET = /^[-*] /;
const NUMBER = /^\d+\. /;

export function Markdown({ text }: { text: string }) {
  const blocks = text.trim().split(/\n\s*\n/);
  return (
    <>
      {blocks.map((block, at) => {
        const lines = block.split("\n");
        const first = lines[0] ?? "";
        if (BULLET.test(first) || NUMBER.test(first)) {
          const List = BULLET.test(first) ? "ul" : "ol";
          const items = lines.reduce<string[]>((found, line) => {
            if (BULLET.test(line) || NUMBER.test(line)) found.push(line.replace(BULLET, "").replace(NUMBER, ""));
            else found.push(`${found.pop() ?? ""} ${line.trim()}`);
            return found;
          }, []);
          return (
            <List key={at}>
              {items.map((item, number) => (
                <li key={number}>{inline(item)}</li>
              ))}
            </List>
          );
        }
        return <p key={at}>{inline(lines.join(" "))}</p>;
      })}
    </>
  );
}
