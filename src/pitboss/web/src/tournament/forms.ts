/** What the director decides, as forms: each makes words of the notation, which are shown before they are confirmed. */

/** What stands behind a verb. `front` is said before what is entered, `may` where it may be left out. */
export type Field =
  | { kind: "player" }
  | { kind: "name" }
  | { kind: "number"; label: string; front?: string; may?: boolean }
  | { kind: "choice"; label: string; words: string[] }
  | { kind: "ground" }
  | { kind: "flag"; word: string; label: string }
  | { kind: "limits" }
  | { kind: "counts" };


export interface Form {
  verb: string;
  label: string;
  /** Whether it is said of one table: `t2 time`. */
  atTable?: boolean;
  fields: Field[];
}

export const GROUPS: [title: string, forms: Form[]][] = [
  [
    "Entries",
    [
      { verb: "enter", label: "Accept an entry", fields: [{ kind: "name" }] },
      { verb: "refuse", label: "Refuse an application", fields: [{ kind: "name" }] },
      { verb: "withdraw", label: "Withdraw an entry", fields: [{ kind: "player" }, { kind: "number", label: "hours before the start", front: "hours=", may: true }, { kind: "flag", word: "consent", label: "the operator consents to a refund" }] },
      { verb: "seat", label: "Decide a seat", fields: [{ kind: "player" }, { kind: "number", label: "table", front: "table=" }, { kind: "number", label: "box", front: "box=" }] },
      { verb: "cancel", label: "Cancel the tournament", fields: [] },
    ],
  ],
  [
    "The session",
    [
      { verb: "postpone", label: "Postpone the start", fields: [{ kind: "number", label: "minutes" }, { kind: "flag", word: "notice", label: "the players were given notice" }] },
      { verb: "time", label: "Time is up", atTable: true, fields: [] },
      { verb: "tally", label: "Tally the chips", atTable: true, fields: [{ kind: "counts" }] },
      { verb: "playoff", label: "Begin a play-off", atTable: true, fields: [] },
      { verb: "reissue", label: "Reissue chips", atTable: true, fields: [{ kind: "number", label: "chips for each" }] },
      { verb: "limit", label: "Change the limits", atTable: true, fields: [{ kind: "limits" }] },
      { verb: "director", label: "The director leaves or returns", fields: [{ kind: "choice", label: "The director", words: ["leaves", "returns"] }] },
      { verb: "writing", label: "Writing implements", fields: [{ kind: "choice", label: "are", words: ["allowed", "forbidden"] }] },
    ],
  ],
  [
    "Players",
    [
      { verb: "disqualify", label: "Disqualify", fields: [{ kind: "player" }, { kind: "ground" }] },
      { verb: "late", label: "Note late", fields: [{ kind: "player" }] },
      { verb: "absent", label: "Note absent", atTable: true, fields: [{ kind: "player" }] },
    ],
  ],
];

/** The words that a form makes of what was entered; empty as long as something is missing. */
export function wordsOf(form: Form, table: number, entered: string[]): string {
  const said = form.fields.map((field, nth) => wordOf(field, entered[nth] ?? ""));
  if (said.includes(null)) return "";
  return [form.atTable ? `t${table}` : "", form.verb, ...said].filter(Boolean).join(" ");
}

/** The word that a field makes; null where one is missing. */
function wordOf(field: Field, value: string): string | null {
  const found = value.trim();
  if (field.kind === "flag") return found;
  if (field.kind === "number") return found ? `${field.front ?? ""}${found}` : field.may ? "" : null;
  return found || null;
}
