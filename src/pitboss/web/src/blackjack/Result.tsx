import { useRef, useState } from "preact/hooks";
import { Clauses } from "../parts/ClauseRef";
import { plain } from "../plain";
import type { Wager } from "./types";
import { outcomeText } from "./words";

/** What a wager brought; on hover, focus or tap also how it was settled, and on which clauses. */
export function Result({ wager, rulebook }: { wager: Wager; rulebook: string }) {
  const [open, setOpen] = useState(false);
  const byMouse = useRef(false);
  const text = outcomeText(wager);
  return (
    <span
      class="wager-result"
      onPointerEnter={(event) => {
        byMouse.current = event.pointerType === "mouse";
        if (byMouse.current) setOpen(true);
      }}
      onPointerLeave={(event) => event.pointerType === "mouse" && setOpen(false)}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      onFocusOut={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOpen(false)}
    >
      <button type="button" class="result-mark" aria-expanded={open} aria-label={`${wager.player}, ${plain(wager.kind)}: ${text}. Why?`} onClick={() => setOpen(byMouse.current || !open)}>
        {text}
      </button>
      {open && (
        <span class="result-why">
          <strong>
            {wager.player}, {plain(wager.kind)}
          </strong>{" "}
          {plain(wager.outcome ?? "")} <Clauses rulebook={rulebook} clauses={wager.clauses ?? []} />
        </span>
      )}
    </span>
  );
}
