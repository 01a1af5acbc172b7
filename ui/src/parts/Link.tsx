/** A link to another of our pages, which is not loaded again. */
import type { ComponentChildren } from "preact";
import { go } from "../state/route";

interface Props {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export function Link({ to, children, class: className = "button quiet" }: Props) {
  return (
    <a
      class={className}
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
