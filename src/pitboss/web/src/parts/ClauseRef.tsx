import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get, type Schemas } from "../api";
import { Link } from "../router";
import { t } from "../strings";

/** Pixels between a clause and what is said of it. */
const GAP = 3;
const summaries = new Map<string, Promise<string>>();

function summaryOf(rulebook: string, clause: string): Promise<string> {
  const key = `${rulebook} ${clause}`;
  let found = summaries.get(key);
  if (!found) {
    found = get<Schemas["ClausePage"]>(`/rulebooks/${rulebook}/clauses/${encodeURIComponent(clause)}`).then(
      (page) => page.clauses.map((item) => item.summary).join(" "),
      () => {
        summaries.delete(key); // to be asked for again
        return t.shell.clauseMissing;
      },
    );
    summaries.set(key, found);
  }
  return found;
}

/** Above a place, or below it where there is no room, and never beyond the window; above all else, so that no list cuts it off. */
function showAt(tip: HTMLElement, place: HTMLElement): void {
  tip.showPopover();
  const at = place.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
  tip.style.top = `${at.top - height - GAP > 0 ? at.top - height - GAP : at.bottom + GAP}px`;
}

/** A clause that says what it is about on hover, focus or tap, and leads to its page; a finger leaves the table only by a second tap. */
export function ClauseRef({ rulebook, clause }: { rulebook: string; clause: string }) {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (tip.current && place.current) showAt(tip.current, place.current);
  }, [open, text]);
  const touched = useRef(false);
  // a clause of another document is written with its name
  const [book, number] = clause.includes(":") ? (clause.split(":", 2) as [string, string]) : [rulebook, clause];
  function show() {
    setOpen(true);
    void summaryOf(book, number).then(setText);
  }
  return (
    <span ref={place} class="clause" onPointerDown={(event) => (touched.current = event.pointerType !== "mouse" && !open)} onMouseEnter={show} onMouseLeave={() => setOpen(false)} onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
      <Link href={`/rules/${book}/${encodeURIComponent(number)}`} class="clause-link" translate={false} aria-describedby={open ? id : undefined} onFocus={show} onBlur={() => setOpen(false)} onClick={(event: MouseEvent) => touched.current && event.preventDefault()}>
        {number}
      </Link>
      {open && text && (
        <span ref={tip} role="tooltip" id={id} class="clause-tip" popover="manual">
          <span translate={false}>{text}</span> {touched.current && <em>{t.shell.tapAgain}</em>}
        </span>
      )}
    </span>
  );
}

/** The clauses of a sentence: "12.1, 12.2 and 13.1" names three. */
export function clausesIn(text: string | undefined): string[] {
  return (text ?? "").split(/, | and /).filter(Boolean);
}

interface ClausesProps {
  rulebook: string;
  clauses: readonly string[];
  /** So many are shown at first, as more would hide what rests on them. */
  few?: number;
}

export function Clauses({ rulebook, clauses, few = 4 }: ClausesProps) {
  const [all, setAll] = useState(false);
  if (!clauses.length) return null;
  const shown = all || clauses.length <= few + 1 ? clauses : clauses.slice(0, few);
  const more = clauses.length - shown.length;
  return (
    <span class="clauses">
      {shown.map((clause) => (
        <ClauseRef key={clause} rulebook={rulebook} clause={clause} />
      ))}
      {more > 0 && (
        <button type="button" class="clause-more" aria-label={t.shell.moreClauses(more)} onClick={() => setAll(true)}>
          +{more}
        </button>
      )}
    </span>
  );
}
