import { useState } from "preact/hooks";
import { getText } from "../api";
import { notify } from "../say";

/** A case as it is written, fetched when it is opened. */
export function Case({ book, name, title = "" }: { book: string; name: string; title?: string }) {
  const [text, setText] = useState("");
  return (
    <details class="part case" onToggle={(event) => event.currentTarget.open && !text && getText(`/rulebooks/${book}/cases/${name}`).then(setText, notify)}>
      <summary>
        {name} {title && <span class="soft">{title}</span>}
      </summary>
      <pre tabindex={0}>{text}</pre>
    </details>
  );
}
