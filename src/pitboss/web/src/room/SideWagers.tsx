/** The side wagers that a rulebook lets an operator offer: one button for each, or for each of its pay scales. */
import type { Schemas } from "../api";
import type { Chosen } from "../open/Choices";
import { t } from "../strings";
import { wagerName } from "./names";
import { Toggle } from "./Pills";

type Side = Schemas["SideWagerChoice"];
type Preset = Schemas["RoomBook"]["presets"][number];
const OFF = new Set(["false", "none"]);

interface SideWagersProps {
  sides: readonly Side[];
  presets: readonly Preset[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

export function SideWagers({ sides, presets, chosen, onChange }: SideWagersProps) {
  function put(side: Side, value: string, on: boolean) {
    // what a wager needs beside itself, e.g. its awards, is in the preset of this wager alone
    const alone = presets.find(({ choices }) => choices[side.option] === value && !sides.some((other) => other !== side && other.option in choices));
    const needs = { ...alone?.choices, [side.option]: value };
    onChange(on ? Object.fromEntries(Object.entries(chosen).filter(([option]) => !(option in needs))) : { ...chosen, ...needs });
  }
  return (
    <fieldset>
      <legend>{t.room.sideBets}</legend>
      <div class="pills">
        {sides.flatMap((side) =>
          valuesOf(side).map((value) => {
            const now = chosen[side.option] ?? side.default;
            const on = value === now || (isOneWager(side) && !OFF.has(now));
            return <Toggle key={`${side.option} ${value}`} label={wagerName(isOneWager(side) ? side.option : value)} on={on} onClick={() => put(side, value, on)} />;
          }),
        )}
      </div>
    </fieldset>
  );
}

/** Whether an option offers one wager, perhaps on several pay scales; the first scale is taken, the others are options. */
function isOneWager(side: Side): boolean {
  return side.type === "bool" || side.wagers.includes(side.option);
}

function valuesOf(side: Side): readonly string[] {
  const values = side.values.filter((value) => !OFF.has(value));
  return isOneWager(side) ? values.slice(0, 1) : values;
}
