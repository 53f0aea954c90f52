import { tournamentWords } from "../strings/tournament";
import type { CupTableView } from "./types";

/** Of which table something is said; nothing to choose where there is one. */
export function TablePicker({ tables, value, onChoose }: { tables: CupTableView[]; value: number; onChoose: (table: number) => void }) {
  if (tables.length < 2) return null;
  return (
    <label>
      {tournamentWords.console.atTable}{" "}
      <select value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {tables.map((table) => (
          <option key={table.number} value={table.number}>
            {table.number}
          </option>
        ))}
      </select>
    </label>
  );
}
