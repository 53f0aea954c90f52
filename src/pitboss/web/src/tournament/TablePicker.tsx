import type { Schemas } from "../api";

/** Of which table something is said; nothing to choose where there is one. */
export function TablePicker({ tables, value, onChoose }: { tables: Schemas["CupTableView"][]; value: number; onChoose: (table: number) => void }) {
  if (tables.length < 2) return null;
  return (
    <label>
      At table{" "}
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
