/** What the director decides, as forms: each makes words of the notation, which are shown before they are confirmed. */

import { tournamentWords } from "../strings/tournament";

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

const { forms: names, fields: labels, groups } = tournamentWords.console;
const form = (verb: string, ...fields: Field[]): Form => ({ verb, label: names[verb]!, fields });
const atTable = (verb: string, ...fields: Field[]): Form => ({ ...form(verb, ...fields), atTable: true });
const number = (label: string, front = "", may = false): Field => ({ kind: "number", label: labels[label]!, front, may });
const flag = (word: string): Field => ({ kind: "flag", word, label: labels[word]! });
const player: Field = { kind: "player" };
const name: Field = { kind: "name" };

export const GROUPS: [title: string, forms: Form[]][] = [
  [
    groups.entries,
    [
      form("enter", name),
      form("refuse", name),
      form("withdraw", player, number("hours", "hours=", true), flag("consent")),
      form("seat", player, number("table", "table="), number("box", "box=")),
      form("cancel"),
    ],
  ],
  [
    groups.session,
    [
      form("postpone", number("minutes"), flag("notice")),
      atTable("time"),
      atTable("tally", { kind: "counts" }),
      atTable("playoff"),
      atTable("reissue", number("chipsEach")),
      atTable("limit", { kind: "limits" }),
      form("director", { kind: "choice", label: labels.director!, words: ["leaves", "returns"] }),
      form("writing", { kind: "choice", label: labels.are!, words: ["allowed", "forbidden"] }),
    ],
  ],
  [groups.players, [form("disqualify", player, { kind: "ground" }), form("late", player), atTable("absent", player)]],
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
