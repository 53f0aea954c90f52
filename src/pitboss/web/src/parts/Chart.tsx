import { type Schemas } from "../api";
import { pageWords } from "../strings/pages";
import "../styles/chart.css";

const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"];
const PAIRS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/** The colours of what a cell may say. */
const CODES: Record<string, string> = { H: "hit", S: "stand", D: "double", E: "double", P: "split", R: "surrender", Q: "surrender" };

function meaning(code: string): string {
  return pageWords.analysis.codes[code] ?? code;
}

/** The strategy by the player's hand and the dealer's card. */
export function StrategyChart({ chart }: { chart: Schemas["ChartInfo"] }) {
  const used = Object.keys(CODES).filter((code) => [...chart.hard, ...chart.soft, ...chart.pair].some((row) => row.includes(code)));
  return (
    <div class="charts">
      <ul class="legend" aria-label={pageWords.analysis.legend}>
        {used.map((code) => (
          <li key={code}>
            <span class={`move move-${CODES[code]}`}>{code}</span> {meaning(code)}
          </li>
        ))}
      </ul>
      <Grid title={pageWords.analysis.hard} names={chart.hard.map((_, nth) => String(nth + 4))} rows={chart.hard} />
      <Grid title={pageWords.analysis.soft} names={chart.soft.map((_, nth) => `A,${nth + 1 === 1 ? "A" : nth + 1}`)} rows={chart.soft} />
      <Grid title={pageWords.analysis.pairs} names={PAIRS.map((rank) => `${rank},${rank}`)} rows={chart.pair} />
      <p class="soft">
        {pageWords.analysis.insurance(chart.insure, chart.even_money)}
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
              <td key={up} class={`move move-${CODES[code] ?? "other"}`} title={pageWords.analysis.cell(names[nth]!, UPS[up]!, meaning(code))}>
                {code}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
