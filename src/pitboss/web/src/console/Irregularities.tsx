import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { plain } from "../plain";
import { Details } from "./Details";
import { Preview } from "./Preview";

type Irregularity = Schemas["IrregularityView"];

interface IrregularitiesProps {
  known: Irregularity[];
  boxes: number;
  /** The hands of split boxes, which may be named alone: `1.2`. */
  hands: string[];
  people: string[];
  rulebook: string;
  id: string;
  version: number;
  /** Said in front: `t2 ` in a tournament. */
  front?: string;
  onSpeak: (words: string) => Promise<boolean>;
}

/** The hands of boxes that were split, each by its box and its place from the dealer's left: `1.2`. */
export function splitHands(boxes: Schemas["BoxView"][]): string[] {
  return boxes.flatMap(({ box, hands = [] }) => (hands.length > 1 ? hands.map((_, nth) => `${box}.${nth + 1}`) : []));
}

/** Every irregularity that the rulebook provides for, with its remedy; what it will bring is shown before it is confirmed. */
export function Irregularities({ known, ...rest }: IrregularitiesProps) {
  const [chosen, setChosen] = useState<Irregularity | null>(null);
  return (
    <>
      <div class="irregularities">
        {known.map((each) => (
          <button type="button" key={each.kind} aria-pressed={chosen?.kind === each.kind} onClick={() => setChosen(each)} translate={false}>
            {plain(each.kind)}
          </button>
        ))}
      </div>
      {chosen && <Confirm key={chosen.kind} {...rest} irregularity={chosen} onEnd={() => setChosen(null)} />}
    </>
  );
}

interface ConfirmProps extends Omit<IrregularitiesProps, "known"> {
  irregularity: Irregularity;
  onEnd: () => void;
}

function Confirm({ irregularity, boxes, hands, people, rulebook, front = "", ...rest }: ConfirmProps) {
  const [details, setDetails] = useState<string | null>(irregularity.details ? null : "");
  return (
    <div class="confirm" role="group" aria-label={plain(irregularity.kind)}>
      <p translate={false}>
        <strong>{plain(irregularity.kind)}</strong>: {plain(irregularity.remedy)} <Clauses rulebook={rulebook} clauses={irregularity.clauses} />
      </p>
      {irregularity.details && <Details shape={irregularity.details} boxes={boxes} hands={hands} people={people} onChange={setDetails} />}
      <Preview {...rest} words={details === null ? "" : `${front}irregularity ${irregularity.kind} ${details}`.trim()} rulebook={rulebook} />
    </div>
  );
}
