/** Keys on the screen of a floor console, for a tablet or a phone without a keyboard: they are pressed as real keys are. */
import { floorWords } from "../strings/floor";
import { LETTERS, RANKS, type Mode } from "./floorKeys";

const SUITS: [key: string, sign: string][] = [
  ["s", "♠"],
  ["h", "♥"],
  ["d", "♦"],
  ["c", "♣"],
];
const DIGITS = [..."1234567890"];

function press(key: string): void {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

export function KeyPad({ mode }: { mode: Mode }) {
  const lines = mode === "wagers" || mode === "nothing";
  const keys: [string, string][] = mode === "card" ? [...[...RANKS].map((rank): [string, string] => [rank, rank]), ...SUITS, ["x", "X"]] : mode === "number" ? DIGITS.map((key) => [key, key]) : [...(LETTERS[mode] ?? "")].map((key) => [key, key.toUpperCase()]);
  return (
    <div class="floor-pad" role="group" aria-label={floorWords.pad}>
      {lines && <Line />}
      {keys.map(([key, sign]) => (
        <button type="button" key={key} translate={false} aria-label={sign === key ? undefined : key.toUpperCase()} onClick={() => press(key)}>
          {sign}
        </button>
      ))}
      {mode === "wagers" && (
        <button type="button" onClick={() => press("Enter")}>
          {floorWords.enter}
        </button>
      )}
      <button type="button" aria-label={floorWords.undo} onClick={() => press("Backspace")}>
        ⌫
      </button>
    </div>
  );
}

/** A line for the keyboard of the device; it is pressed key by key, with Enter at its end. */
function Line() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem("line") as HTMLInputElement;
        for (const key of field.value) press(key);
        if (field.value) press("Enter");
        field.value = "";
      }}
    >
      <input name="line" aria-label={floorWords.line} autocomplete="off" autocapitalize="off" placeholder={floorWords.line} />
      <button type="submit">{floorWords.send}</button>
    </form>
  );
}
