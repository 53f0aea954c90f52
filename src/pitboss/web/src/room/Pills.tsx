/** A choice of one among a few, as round buttons. */
interface PillsProps {
  name: string;
  values: readonly (readonly [value: string, label: string])[];
  chosen: string;
  onChoose: (value: string) => void;
  /** Whether it takes the whole width of its group. */
  whole?: boolean;
}

export function Pills({ name, values, chosen, onChoose, whole = false }: PillsProps) {
  return (
    <fieldset class={whole ? "whole" : undefined}>
      <legend>{name}</legend>
      <div class="pills">
        {values.map(([value, label]) => (
          <Toggle key={value} label={label} on={value === chosen} onClick={() => onChoose(value)} />
        ))}
      </div>
    </fieldset>
  );
}

export function Toggle({ label, on, onClick }: { label: string; on: boolean; onClick: () => void }) {
  return (
    <button type="button" class="pill" aria-pressed={on} onClick={onClick}>
      {label}
    </button>
  );
}
