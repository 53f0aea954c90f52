import { Loading } from "../app";
import { useTable } from "../live";
import { money } from "../money";
import type { Card, View, You } from "../tournament/Table";
import { useTitle } from "../use";
import "../styles/tournament.css";

/** A leaderboard to be read from across the room. */
export default function BigScreen({ id }: { id: string }) {
  const { card, view } = useTable<Card, View, You>(id);
  useTitle(card?.title ?? "Leaderboard");
  if (!card || !view) return <Loading />;
  const prizes = new Map(view.entries.map((entry) => [entry.player, entry]));
  const placed = view.entries.filter((entry) => entry.place).sort((one, two) => one.place! - two.place!);
  const shown: [string, number][] = placed.length ? placed.map((entry) => [entry.player, entry.prize ?? 0]) : (view.leaders as [string, number][]);
  return (
    <main class="big-screen">
      <h1>{card.title}</h1>
      <p>
        {view.phase}
        {view.session ? ` · session ${view.session}${view.final ? " · final" : ""}` : ""} · pool {money(view.pool)} · {view.left} left
      </p>
      <ol>
        {shown.map(([player, amount], nth) => (
          <li key={player} class={prizes.get(player)?.status === "out" ? "stands-out" : ""}>
            <span class="rank">{placed.length ? placed[nth]!.place : nth + 1}</span>
            <span class="who">{player}</span>
            <span class="sum">{money(amount)}</span>
          </li>
        ))}
      </ol>
      {!shown.length && <p>{view.entries.length} have entered</p>}
    </main>
  );
}
