import type { Schemas } from "../api";
import { answered, answerTo } from "../learn/answers";
import { rate, requestOf, type Answer } from "../learn/figures";
import { HandPicture } from "../learn/HandPicture";
import { readAddress } from "../learn/share";
import { actionName, Values } from "../learn/Values";
import { money } from "../money";
import { Clauses } from "../parts/ClauseRef";
import { Loading } from "../parts/Loading";
import { plain } from "../plain";
import { Link } from "../router";
import { t } from "../strings";
import { learnWords } from "../strings/learn";
import { useGet, useTitle } from "../use";
import "../styles/parts.css";
import "../styles/room.css";
import "../styles/learn.css";

/** A shared hand: the cards, the exact value of each action, and the clauses of the table. */
export default function Hand() {
  useTitle(learnWords.handTitle);
  const shared = readAddress(location.search);
  if (!shared)
    return (
      <div class="learn">
        <h1>{learnWords.handTitle}</h1>
        <p class="soft">{learnWords.badHand}</p>
        <p class="cta">
          <Link class="btn primary" href="/room">
            {t.room.ownTable}
          </Link>
          <Link class="btn quiet" href="/learn">
            {learnWords.rounds}
          </Link>
        </p>
      </div>
    );
  return <SharedHand {...shared} />;
}

function SharedHand({ round, decision }: NonNullable<ReturnType<typeof readAddress>>) {
  void answered.value;
  const book = useGet<Schemas["RulebookPage"]>(`/rulebooks/${round.rulebook}`);
  const request = requestOf(round, decision);
  const answer = answerTo<Answer>("/analysis/hand", request);
  const open = decision.open.length ? decision : { ...decision, open: Object.keys(answer?.actions ?? {}) };
  const rating = answer ? rate(open.open.includes(open.did) ? open : { ...open, did: open.open[0] ?? "" }, answer) : null;
  return (
    <div class="learn">
      <div class="head">
        <h1>{learnWords.handTitle}</h1>
        {book && <p>{book.about.name}</p>}
      </div>
      <HandPicture rulebook={round.rulebook} decision={decision} />
      {answer === undefined && <Loading />}
      {answer === null && <p class="soft">{learnWords.notRated}</p>}
      {rating && (
        <>
          <p class={rating.mistake ? "coach-cost" : "coach-best"}>
            {learnWords.bestIs(actionName(rating.best))} {decision.did && (rating.mistake ? learnWords.mistakeCosts(actionName(decision.did), money(rating.cost)) : learnWords.wasBest(actionName(decision.did)))}
          </p>
          <Values rating={rating} did={decision.did} />
        </>
      )}
      {book && <LawOf book={book} verbs={decision.open} />}
    </div>
  );
}

/** The rules on which each action rests, with their clauses. */
function LawOf({ book, verbs }: { book: Schemas["RulebookPage"]; verbs: readonly string[] }) {
  const wanted = new Set(verbs.flatMap((verb) => RULES[verb] ?? []));
  const found = book.sets.filter(({ name, variant, clauses }) => wanted.has(name) && !variant && clauses.length);
  if (!found.length) return null;
  return (
    <section>
      <h2>{learnWords.lawOf}</h2>
      <ul class="law-of">
        {found.map(({ name, value, says, clauses }) => (
          <li key={name}>
            {says || plain(name)}
            {value && value !== "true" && `: ${plain(value)}`} <Clauses rulebook={book.about.id} clauses={clauses} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The rules of a rulebook that say what an action is. */
const RULES: Record<string, string[]> = {
  hit: ["draw", "draw_below_12"],
  stand: ["stand"],
  double: ["double_on", "double_two_cards", "double_one_card"],
  split: ["split_pair", "split_hands", "split_wager"],
  surrender: ["surrender_first", "surrender_half"],
  pass: ["insurance", "insurance_cap"],
  insure: ["insurance", "insurance_cap", "insurance_odds"],
  even: ["even_money"],
};
