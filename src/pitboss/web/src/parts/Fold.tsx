import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface FoldProps {
  title: ComponentChildren;
  open?: boolean;
  children: () => ComponentChildren;
}

/** What is put away under its title. It is drawn when it is opened, so that a long page is there at once. */
export function Fold({ title, open = false, children }: FoldProps) {
  const [shown, setShown] = useState(open);
  useEffect(() => setShown(open), [open]);
  return (
    <details class="part" open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary>{title}</summary>
      {shown && children()}
    </details>
  );
}
