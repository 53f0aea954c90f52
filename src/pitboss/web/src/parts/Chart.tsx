import { type Schemas } from "../api";

const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"];
const PAIRS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/** What the codes of a chart mean, and the colour of each; a code with a second letter says what to do where the first may not be done. */
const CODES: Record<string, [string, string]> = {
  H: ["hit", "hit"],
  S: ["stand", "stand"],
  D: ["double", "double"],
  P: ["split", "split"],
  R: ["surrender", "surrender"],
};

function meaning(code: string): string {
  const [first, second] = [CODES[code[0]!.toUpperCase()]?.[0] ?? code, CODES[(code[1] ?? "").toUpperCase()]?.[0]];
  return second ? `${first}, else ${second}` : first;
}

/** The strategy by the player's hand and the dealer's card. */
export function StrategyChart({ chart }: { chart: Schemas["Chart"] }) {
  return (
    <div class="charts">
      <Grid title="Hard totals" names={chart.hard.map((_, nth) => String(nth + 4))} rows={chart.hard} />
      <Grid title="Soft totals" names={chart.soft.map((_, nth) => `A,${nth + 1 === 1 ? "A" : nth + 1}`)} rows={chart.soft} />
      <Grid title="Pairs" names={PAIRS.map((rank) => `${rank},${rank}`)} rows={chart.pair} />
      <p class="soft">
        Insurance: {chart.insure ? "take it" : "never"}. Even money: {chart.even_money ? "take it" : "never"}.
      </p>
    </div>
  );
}

function Grid({ title, names, rows }: { title: string; names: string[]; rows: string[] }) {
  const cells = rows.map((row) => (row.includes(" ") ? row.split(/\s+/) : [...row]));
  return (
    <table class="chart">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {UPS.map((up) => (
            <th key={up} scope="col">
              {up}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((row, nth) => (
          <tr key={nth}>
            <th scope="row">{names[nth]}</th>
            {row.map((code, up) => (
              <td key={up} class={`move move-${CODES[code[0]!.toUpperCase()]?.[1] ?? "hit"}`} title={`${names[nth]} against ${UPS[up]}: ${meaning(code)}`}>
                {code}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
