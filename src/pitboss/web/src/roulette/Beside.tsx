import { money } from "../money";
import { ChipFace } from "../parts/Chips";
import { colourOf } from "./colours";
import { placeLabel, type Lying } from "./Drawn";
import type { Position } from "./geometry";
import type { Card, View } from "./types";

/** The last numbers, the latest first. */
export function Numbers({ card, view }: { card: Card; view: View }) {
  const shown = view.numbers.slice(0, 16);
  return (
    <div class="numbers">
      <h2>Last numbers</h2>
      {shown.length ? (
        <ol>
          {shown.map((number, nth) => (
            <li key={nth} class={`number number-${card.colours[number]}`}>
              {number}
            </li>
          ))}
        </ol>
      ) : (
        <p>None yet</p>
      )}
      <p>
        {money(view.minimum)} – {money(view.maximum)}
      </p>
      <People view={view} />
    </div>
  );
}

/** Who is at the table, and the colour of everybody's chips. */
function People({ view }: { view: View }) {
  if (!view.people.length) return null;
  return (
    <ul class="rack" aria-label="Players and their chips">
      {view.people.map((person) => {
        const given = view.colours.find((each) => each.player === person.name);
        return (
          <li key={person.name}>
            <ChipFace chip={{ name: given ? String(given.value / 100) : "", colour: colourOf(view, person.name) }} size={22} /> {person.name} {money(person.money)}
            {given && <small> {given.colour}</small>}
          </li>
        );
      })}
    </ul>
  );
}

interface NeighboursProps {
  positions: Card["positions"];
  lying: (position: Position) => Lying[];
  open: boolean;
  onPlace: (position: Position) => void;
  onTake: (position: Position) => void;
}

/** Wagers on three numbers that lie side by side on the wheel: they have no place on the cloth. */
export function Neighbours({ positions, lying, open, onPlace, onTake }: NeighboursProps) {
  if (!positions.length) return null;
  return (
    <div class="neighbours" role="group" aria-label="Neighbours">
      {positions.map((position) => (
        <button
          type="button"
          key={position.place}
          class="spot neighbour"
          data-drop
          aria-disabled={!open}
          aria-label={placeLabel(position, position.pays.replace(":", " to "), lying(position))}
          onClick={() => onPlace(position)}
          onContextMenu={(event) => (event.preventDefault(), onTake(position))}
          onKeyDown={(event) => (event.key === "Delete" || event.key === "Backspace") && onTake(position)}
        >
          {position.place} {lying(position).map((wager) => ` ${money(wager.amount)}`)}
        </button>
      ))}
    </div>
  );
}
