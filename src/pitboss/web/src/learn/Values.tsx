/** The exact value of each action that was open, the best first. */
import { learnWords } from "../strings/learn";
import type { Rating } from "./figures";

export function actionName(verb: string): string {
  return learnWords.actions[verb as keyof typeof learnWords.actions] ?? verb;
}

export function Values({ rating, did }: { rating: Rating; did: string }) {
  const [, top] = rating.values[0]!;
  return (
    <table class="plain values">
      <caption class="soft">{learnWords.valuesCaption}</caption>
      <thead>
        <tr>
          <th scope="col">{learnWords.action}</th>
          <th scope="col">{learnWords.value}</th>
          <th scope="col">{learnWords.costs}</th>
        </tr>
      </thead>
      <tbody>
        {rating.values.map(([verb, value]) => (
          <tr key={verb} class={verb === rating.best ? "best" : undefined}>
            <th scope="row">
              {actionName(verb)} {verb === did && <em>{learnWords.chosen}</em>}
            </th>
            <td>{signed(value)}</td>
            <td>{value === top ? "–" : `${((top - value) * 100).toFixed(2)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}
