import { useEffect, useState } from "preact/hooks";
import { get, send, type TableSummary } from "../api";
import { cents, money } from "../money";
import { SignIn } from "../parts/SignIn";
import { Art } from "../room/Art";
import { gameRank } from "../room/names";
import { sitDownAt } from "../room/enter";
import { Link, navigate } from "../router";
import { notify } from "../say";
import { askForGuests, guests, known, me } from "../session";
import { t } from "../strings";
import { useTitle } from "../use";
import "../styles/parts.css";
import "../styles/room.css";

/** Milliseconds between two readings of the list. */
const EVERY = 4000;

function useTables(): [TableSummary[] | null, () => Promise<void>] {
  const [tables, setTables] = useState<TableSummary[] | null>(null);
  const [look, setLook] = useState<() => Promise<void>>(() => () => Promise.resolve());
  useEffect(() => {
    let here = true;
    let silent = false; // keep the last list on errors, and report an error once
    async function read() {
      try {
        const found = await get<TableSummary[]>("/tables");
        if (here) setTables(found);
        silent = true;
      } catch (error) {
        if (here && !silent) notify(error);
        silent = true;
      }
    }
    setLook(() => read);
    void read();
    const timer = setInterval(() => void read(), EVERY);
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [me.value?.name]);
  return [tables, look];
}

/** The tables that are open to the player; the list is kept fresh. */
export default function Lobby() {
  useTitle(t.room.tables);
  const [tables, look] = useTables();
  useEffect(() => void askForGuests().catch(notify), []);
  const byGame = (one: TableSummary, two: TableSummary) => gameRank(one.game) - gameRank(two.game);
  const shared = (tables ?? []).filter(({ owner }) => !owner).sort(byGame);
  const own = (tables ?? []).filter(({ owner }) => owner);
  return (
    <div class="lobby">
      <div class="head">
        <h1>{t.room.tables}</h1>
        {guests.value && <p>{t.room.openToAll}</p>}
        {tables?.some((table) => table.players_hidden) && <p>{t.room.signInToSee}</p>}
      </div>
      {known.value && !me.value && guests.value === false && <SignIn />}
      {!!own.length && (
        <section aria-labelledby="own-rooms">
          <h2 id="own-rooms">{t.room.ownRooms}</h2>
          <ul class="tables">
            {own.map((table) => (
              <Tile key={table.id} table={table} onClosed={look} />
            ))}
          </ul>
        </section>
      )}
      {!!own.length && !!shared.length && <h2>{t.room.openTables}</h2>}
      {tables && !tables.length && <p class="soft">{t.room.noTable}</p>}
      <ul class="tables">
        {shared.map((table) => (
          <Tile key={table.id} table={table} />
        ))}
      </ul>
      {tables && guests.value && <p class="fine2">{t.room.practiceOnly}</p>}
    </div>
  );
}

/** `10-1000 step 5` as a sign would say it. */
function limits(text: string): string {
  const [least, most] = text.split(/-| step /);
  const sign = (each: string | undefined) => money(cents(each ?? "") ?? 0);
  return most ? `${sign(least)} – ${sign(most)}` : t.room.noLimits;
}

function seats(table: TableSummary): string {
  const people = table.players.length;
  if (table.game === "blackjack" && table.boxes) return t.room.free(table.boxes - (table.taken ?? 0), table.boxes);
  if (table.players_hidden) return "";
  return people ? t.room.playing(people) : t.room.empty;
}

/** A table of the list. A click sits down: a visitor of a practice house becomes a guest. */
function Tile({ table, onClosed }: { table: TableSummary; onClosed?: () => Promise<void> }) {
  const href = `/tables/${table.id}`;
  async function enter(event: MouseEvent) {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (elsewhere || !guests.peek()) return;
    event.preventDefault();
    try {
      if (!table.owner) await sitDownAt(table);
      navigate(href);
    } catch (error) {
      notify(error);
      navigate(href);
    }
  }
  async function close() {
    try {
      await send("DELETE", `/rooms/${table.id}`);
      await onClosed?.();
    } catch (error) {
      notify(error);
    }
  }
  return (
    <li>
      <Link href={href} class={`tile tile-${table.game}`} onClick={(event: MouseEvent) => void enter(event)}>
        <Art game={table.game} rulebook={table.rulebook} />
        <span class="txt">
          <bdi class="tile-title" translate={false}>{table.title}</bdi>
          <small translate={false}>{table.document}</small>
          <span class="lim">
            <b>{limits(table.limits)}</b>
            <span>{seats(table)}</span>
          </span>
        </span>
      </Link>
      {onClosed && (
        <button type="button" class="tile-close" onClick={() => void close()}>
          {t.room.closeRoom}
        </button>
      )}
    </li>
  );
}
