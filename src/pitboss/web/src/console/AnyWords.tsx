import { useState } from "preact/hooks";

/** Anything else, in the words of the notation. */
export function AnyWords({ example, onAsk }: { example: string; onAsk: (words: string) => void }) {
  const [words, setWords] = useState("");
  return (
    <details>
      <summary>As a command</summary>
      <form
        class="any-words"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim()) onAsk(words.trim());
        }}
      >
        <label>
          Command <input value={words} placeholder={example} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!words.trim()}>
          Preview
        </button>
      </form>
    </details>
  );
}
