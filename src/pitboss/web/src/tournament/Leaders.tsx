import { money } from "../money";
import { plain } from "../plain";
import type { View } from "./types";

/** Everybody by chips, then by how they stand; at the end by place with the prizes. */
export function Leaders({ view }: { view: View }) {
  const chips = new Map(view.leaders as [string, number][]);
  const entries = [...view.entries].sort((one, two) => (one.place || 999) - (two.place || 999) || (chips.get(two.player) ?? -1) - (chips.get(one.player) ?? -1) || one.player.localeCompare(two.player));
  const over = entries.some((entry) => entry.place); // places and prizes are given at the end
  if (!entries.length) return <p class="soft">No entries yet.</p>;
  return (
    <table class="plain leaders">
      <thead>
        <tr>
          {over && <th scope="col">Place</th>}
          <th scope="col">Player</th>
          <th scope="col" class="number">
            Chips
          </th>
          <th scope="col" class="leaders-seat">
            Seat
          </th>
          <th scope="col">Stands</th>
          {over && (
            <th scope="col" class="number">
              Prize
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.player} class={`stands-${entry.status}`}>
            {over && <td>{entry.place || ""}</td>}
            <th scope="row">{entry.player}</th>
            <td class="number">{chips.has(entry.player) ? money(chips.get(entry.player)!) : ""}</td>
            <td class="leaders-seat">{entry.table ? `table ${entry.table}, box ${entry.box}` : ""}</td>
            <td>
              {entry.status}
              {entry.reason && ` (${plain(entry.reason)})`}
              {entry.late && ", late"}
            </td>
            {over && <td class="number">{entry.prize ? money(entry.prize) : ""}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
