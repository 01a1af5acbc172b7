/** A link to another of our pages, which is not loaded again. */
import type { ComponentChildren } from "preact";
import { siteAddress } from "../net/site";
import { go } from "../state/route";

interface Props {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly class?: string;
  /** Is this where one is ("page"), or a part of where one is (true)? */
  readonly current?: "page" | boolean;
}

export function Link({ to, children, class: className = "button quiet", current = false }: Props) {
  return (
    <a
      class={className}
      href={siteAddress(to)}
      aria-current={current || undefined}
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
