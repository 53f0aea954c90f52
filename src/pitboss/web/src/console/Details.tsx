import { useEffect, useState } from "preact/hooks";
import { houseWords } from "../strings/house";

interface DetailsProps {
  /** The words behind a verb as the notation writes them: `BOX|BOX.HAND|dealer [lost]`. */
  shape: string;
  boxes: number;
  /** The hands of split boxes, `1.2` the second hand of box 1. */
  hands: string[];
  people: string[];
  /** The words, or null as long as something is missing. */
  onChange: (words: string | null) => void;
}

/** A form for the words behind an irregularity: a box, a hand, a card, a player, a reason, or whether. */
export function Details({ shape, boxes, hands, people, onChange }: DetailsProps) {
  const parts = shape.split(" ").map((part) => ({ name: part.replace(/[[\]]/g, ""), may: part.startsWith("[") }));
  const [values, setValues] = useState<string[]>(parts.map(() => ""));
  useEffect(() => onChange(parts.every((part, nth) => part.may || values[nth]) ? values.filter(Boolean).join(" ") : null), [values]);
  const set = (nth: number, value: string) => setValues(values.map((old, which) => (which === nth ? value : old)));
  return (
    <div class="details">
      {parts.map((part, nth) => (
        <Part key={part.name} {...part} {...{ boxes, hands, people }} value={values[nth]!} onSet={(value) => set(nth, value)} />
      ))}
    </div>
  );
}

interface PartProps {
  name: string;
  may: boolean;
  boxes: number;
  hands: string[];
  people: string[];
  value: string;
  onSet: (value: string) => void;
}

const CARDS = [..."shdc"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));

function Part({ name, may, boxes, hands, people, value, onSet }: PartProps) {
  if (name === "REASON")
    return (
      <label>
        {houseWords.details.REASON} <input value={value} onInput={(event) => onSet(event.currentTarget.value.trim().replace(/\s+/g, "_"))} />
      </label>
    );
  const choices = name.split("|").flatMap((each): [string, string][] => {
    if (each === "BOX") return Array.from({ length: boxes }, (_, nth) => [String(nth + 1), houseWords.boxNumber(nth + 1)]);
    if (each === "BOX.HAND") return hands.map((hand) => [hand, houseWords.handOfBox(hand.split(".")[1]!, hand.split(".")[0]!)]);
    if (each === "CARD") return CARDS.map((card) => [card, card]);
    if (each === "PLAYER") return people.map((person) => [person, person]);
    return [[each, houseWords.detailWords[each] ?? each]];
  });
  if (may && choices.length === 1 && !people.includes(choices[0]![0]))
    return (
      <label>
        <input type="checkbox" checked={!!value} onChange={(event) => onSet(event.currentTarget.checked ? choices[0]![0] : "")} /> {choices[0]![1]}
      </label>
    );
  return (
    <label>
      {houseWords.details[name] ?? name}{" "}
      <select value={value} onChange={(event) => onSet(event.currentTarget.value)}>
        <option value="">{may ? houseWords.any : houseWords.choose}</option>
        {choices.map(([word, text]) => (
          <option key={word} value={word}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
