import { useState } from "preact/hooks";
import { t } from "../strings";

/** Anything else, in the words of the notation. */
export function AnyWords({ example, onAsk }: { example: string; onAsk: (words: string) => void }) {
  const [words, setWords] = useState("");
  return (
    <details>
      <summary>{t.house.asCommand}</summary>
      <form
        class="any-words"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim()) onAsk(words.trim());
        }}
      >
        <label>
          {t.house.command} <input translate={false} value={words} placeholder={example} onInput={(event) => setWords(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={!words.trim()}>
          {t.house.preview}
        </button>
      </form>
    </details>
  );
}
