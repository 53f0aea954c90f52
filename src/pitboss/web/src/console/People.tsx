import type { Schemas } from "../api";
import { money } from "../money";

/** Who is at the table, and what may be decided about them; each is shown before it is confirmed. */
export function People({ people, operator, onAsk }: { people: Schemas["PersonView"][]; operator: boolean; onAsk: (words: string) => void }) {
  if (!people.length) return null;
  const verbs: [string, string][] = [["absent", "Absent"], ...(operator ? ([["void", "Void the wagers"], ["exclude", "Exclude"]] as [string, string][]) : [])];
  return (
    <fieldset>
      <legend>People</legend>
      <table class="plain people">
        <tbody>
          {people.map((person) => (
            <tr key={person.name}>
              <th scope="row">{person.name}</th>
              <td>{(person.boxes ?? []).length ? `box ${person.boxes!.join(", ")}` : "no seat"}</td>
              <td class="number">{money(person.money)}</td>
              <td>
                {person.absent ? "absent " : ""}
                {verbs.map(([verb, name]) => (
                  <button type="button" key={verb} aria-label={`${name}: ${person.name}`} onClick={() => onAsk(`${verb} ${person.name}`)}>
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
