import { useState } from "preact/hooks";
import { houseWords } from "../strings/house";

/** Anything else, in the words of the notation. */
export function AnyWords({ example, onAsk }: { example: string; onAsk: (words: string) => void }) {
  const [words, setWords] = useState("");
  return (
    <details>
      <summary>{houseWords.asCommand}</summary>
      <form
        class="any-words"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim()) onAsk(words.trim());
        }}
      >
        <label>
          {houseWords.command} <input translate={false} value={words} placeholder={example} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!words.trim()}>
          {houseWords.preview}
        </button>
      </form>
    </details>
  );
}
