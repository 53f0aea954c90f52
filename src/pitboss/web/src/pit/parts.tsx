import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { apiUrl, get, send, token, type Schemas } from "../api";
import { CHIPS, cents, money } from "../money";
import { when } from "../plain";
import { notices, notify, say } from "../say";
import { pitWords } from "../strings/pit";
import { useGet } from "../use";

/** Counts changes, so that every list of these pages is fetched again after one. */
export const changes = signal(0);

/** The path of a list, which is fetched again after each change. */
export const fresh = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}seen=${changes.value}`;

/** The answer of a path, fetched again after each change; until then the last one, so that no form loses what was typed. */
export function useFresh<T>(path: string): T | null {
  const found = useGet<T>(fresh(path));
  const last = useRef<T | null>(null);
  if (found) last.current = found;
  return found ?? last.current;
}

/** Sends a change, tells the result, and refreshes the lists. Returns null where it was refused. */
export async function change<T = Schemas["Done"]>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T | null> {
  try {
    const done = await send<T>(method, path, body);
    const approval = (done as { approval?: Schemas["ApprovalInfo"] } | null)?.approval;
    notices.value = [];
    say(approval ? pitWords.asked(approval.number) : pitWords.done);
    changes.value++;
    return done;
  } catch (error) {
    notify(error);
    changes.value++;
    return null;
  }
}

/** Downloads a file of the interface, which needs the token of the session. */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetch(apiUrl(path), { headers: { authorization: `Bearer ${token()}` } });
  if (!response.ok) return void get(path).catch(notify);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export type Pieces = [number, number][];

/** Chips or notes by denomination, with their sum. */
export function PiecesForm({ label, onSend, children }: { label: string; onSend: (pieces: Pieces) => void; children?: preact.ComponentChildren }) {
  const [counts, setCounts] = useState<Record<number, number>>({});
  const pieces = CHIPS.map(({ value }): [number, number] => [value, counts[value] ?? 0]).filter(([, count]) => count > 0);
  const sum = pieces.reduce((total, [value, count]) => total + value * count, 0);
  return (
    <form
      class="pieces"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(pieces);
      }}
    >
      {CHIPS.map(({ value, name }) => (
        <label key={value}>
          <span translate={false}>{name}</span>
          <input type="number" min="0" aria-label={pitWords.cage.pieces(name)} value={counts[value] ?? ""} onInput={(event) => setCounts({ ...counts, [value]: Number(event.currentTarget.value) })} />
        </label>
      ))}
      {children}
      <p>
        {pitWords.total} <strong>{money(sum)}</strong> <button class="primary" type="submit">{pitWords.cage.book}</button>
      </p>
    </form>
  );
}

/** A line with a field for an amount and a button for each thing that can be done with it. */
export function AmountForm({ label, actions, more }: { label: string; actions: [name: string, act: (amount: number) => void][]; more?: preact.ComponentChildren }) {
  const [text, setText] = useState("");
  const amount = cents(text);
  return (
    <form class="line" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      <label>
        {pitWords.amount} <input inputMode="decimal" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {more}
      {actions.map(([name, act]) => (
        <button key={name} type="button" disabled={!amount} onClick={() => amount && act(amount)}>
          {name}
        </button>
      ))}
    </form>
  );
}

export function Head({ names }: { names: (string | [string, "number"])[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) =>
          name ? (
            <th key={String(name)} scope="col" class={typeof name === "string" ? undefined : name[1]}>
              {typeof name === "string" ? name : name[0]}
            </th>
          ) : (
            <td key="" />
          ),
        )}
      </tr>
    </thead>
  );
}

export const Money = ({ value, sign }: { value: number; sign?: boolean }) => (
  <td class={sign && value > 0 ? "number in" : sign && value < 0 ? "number refused" : "number"}>{money(Math.round(value))}</td>
);

/** Until when a user is excluded, in words; empty where not. */
export function exclusionEnd({ excluded = 0 }: Schemas["Standing"]): string {
  if (excluded < 0) return pitWords.forGood;
  return excluded * 1000 > Date.now() ? when(excluded) : "";
}
