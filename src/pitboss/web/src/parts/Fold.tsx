import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface FoldProps {
  title: ComponentChildren;
  open?: boolean;
  children: () => ComponentChildren;
}

/** A collapsible section. Its content is rendered when it is opened, so that long pages load fast. */
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
