import { type Schemas } from "../api";

const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"];
const PAIRS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/** What a cell may say, and the colour of what it begins with. */
const CODES: Record<string, [meaning: string, colour: string]> = {
  H: ["hit", "hit"],
  S: ["stand", "stand"],
  D: ["double, else hit", "double"],
  E: ["double, else stand", "double"],
  P: ["split, else by the total", "split"],
  R: ["surrender, else hit", "surrender"],
  Q: ["surrender, else stand", "surrender"],
};

function meaning(code: string): string {
  return CODES[code]?.[0] ?? code;
}

/** The strategy by the player's hand and the dealer's card. */
export function StrategyChart({ chart }: { chart: Schemas["ChartInfo"] }) {
  const used = Object.keys(CODES).filter((code) => [...chart.hard, ...chart.soft, ...chart.pair].some((row) => row.includes(code)));
  return (
    <div class="charts">
      <ul class="legend" aria-label="Legend">
        {used.map((code) => (
          <li key={code}>
            <span class={`move move-${CODES[code]![1]}`}>{code}</span> {meaning(code)}
          </li>
        ))}
      </ul>
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
              <td key={up} class={`move move-${CODES[code]?.[1] ?? "other"}`} title={`${names[nth]} against ${UPS[up]}: ${meaning(code)}`}>
                {code}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
