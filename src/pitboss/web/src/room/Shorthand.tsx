/** The rules of a practice room in the trade's abbreviations, with what each word means. */
import { Fold } from "../parts/Fold";
import { pageWords } from "../strings/pages";
import "../styles/shorthand.css";

interface ShorthandProps {
  text: string;
  onText: (text: string) => void;
  abbreviations: readonly [word: string, meaning: string][];
}

export function Shorthand({ text, onText, abbreviations }: ShorthandProps) {
  const meanings = new Map(abbreviations);
  const chosen = text.toUpperCase().split(/[\s,]+/).flatMap((word) => (meanings.has(word) ? [[word, meanings.get(word)!] as const] : []));
  return (
    <fieldset class="whole shorthand">
      <legend>{pageWords.room.shorthand}</legend>
      <input type="text" aria-label={pageWords.room.shorthand} value={text} spellcheck={false} autocapitalize="characters" onInput={(event) => onText(event.currentTarget.value)} />
      <p class="soft">{pageWords.room.noLaw}</p>
      <p class="soft" translate={false}>{chosen.map(([word, meaning]) => `${word}: ${meaning}`).join(" · ")}</p>
      <Fold title={pageWords.room.abbreviations(abbreviations.length)}>
        {() => (
          <dl class="abbreviations" translate={false}>
            {abbreviations.map(([word, meaning]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
      </Fold>
    </fieldset>
  );
}
