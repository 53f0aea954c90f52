import type { Schemas } from "../api";
import { money } from "../money";
import { houseWords } from "../strings/house";

/** Who is at the table, and what may be decided about them; each is shown before it is confirmed. */
export function People({ people, operator, onAsk }: { people: Schemas["PersonView"][]; operator: boolean; onAsk: (words: string) => void }) {
  if (!people.length) return null;
  const verbs: [string, string][] = [["absent", houseWords.absent], ...(operator ? ([["void", houseWords.voidWagers], ["exclude", houseWords.exclude]] as [string, string][]) : [])];
  return (
    <fieldset>
      <legend>{houseWords.people}</legend>
      <table class="plain people">
        <tbody>
          {people.map((person) => (
            <tr key={person.name}>
              <th scope="row" translate={false}>{person.name}</th>
              <td>{(person.boxes ?? []).length ? houseWords.box(person.boxes!.join(", ")) : houseWords.noSeat}</td>
              <td class="number">{money(person.money)}</td>
              <td>
                {person.absent ? `${houseWords.absentNow} ` : ""}
                {verbs.map(([verb, name]) => (
                  <button type="button" key={verb} aria-label={houseWords.about(name, person.name)} onClick={() => onAsk(`${verb} ${person.name}`)}>
                    {name}
                  </button>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  );
}
