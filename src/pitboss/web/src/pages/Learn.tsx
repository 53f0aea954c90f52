import { money } from "../money";
import { CountAtTable, CountDrill } from "../learn/CountTrainer";
import { accuracy, luck, summary, type MyRound } from "../learn/figures";
import { Luck } from "../learn/Luck";
import { Puzzles } from "../learn/Puzzles";
import { Rounds } from "../learn/Rounds";
import { edgesOf, ratedRound, type RatedRound } from "../learn/rounds";
import { Loading } from "../parts/Loading";
import { when } from "../plain";
import { Link, navigate } from "../router";
import { me } from "../session";
import { t } from "../strings";
import { learnWords } from "../strings/learn";
import { useGet, useTitle } from "../use";
import "../styles/parts.css";
import "../styles/room.css";
import "../styles/learn.css";

type Section = "overview" | "puzzles" | "rounds" | "count";
const SECTIONS: Section[] = ["overview", "puzzles", "rounds", "count"];

/** Accuracy, the cost of mistakes, luck, puzzles, rounds, and a trainer for the count. */
export default function Learn({ section: asked = "" }: { section?: string }) {
  useTitle(learnWords.title);
  const section = SECTIONS.find((each) => each === asked) ?? "overview";
  const rounds = useGet<MyRound[]>(me.value ? "/me/rounds?limit=300" : "");
  const found = me.value ? rounds : [];
  const rated = (found ?? []).map(ratedRound);
  return (
    <div class="learn">
      <div class="head">
        <h1>{learnWords.title}</h1>
        <p>{learnWords.pitch}</p>
      </div>
      <nav class="pills" aria-label={learnWords.sections}>
        {SECTIONS.map((each) => (
          <button key={each} type="button" class="pill" aria-pressed={section === each} onClick={() => navigate(each === "overview" ? "/learn" : `/learn/${each}`)}>
            {learnWords[each]}
          </button>
        ))}
      </nav>
      {section === "count" ? <><CountAtTable /><CountDrill /></> : !found ? <Loading /> : <Rated section={section} rated={rated} />}
    </div>
  );
}

function Rated({ section, rated }: { section: Section; rated: RatedRound[] }) {
  const left = rated.reduce((sum, each) => sum + each.left, 0);
  if (!rated.length)
    return (
      <p class="soft">
        {me.value ? learnWords.noRounds : learnWords.signIn} <Link href="/room">{t.room.practiceRoom}</Link>
      </p>
    );
  const mistakes = rated.flatMap((each) => each.rated).filter(({ rating }) => rating.mistake);
  return (
    <>
      {!!left && (
        <p class="soft" role="status">
          {learnWords.calculating(left)}
        </p>
      )}
      {section === "overview" && <Overview rated={rated} />}
      {section === "puzzles" && <Puzzles mistakes={mistakes} />}
      {section === "rounds" && <Rounds rounds={rated} />}
    </>
  );
}

/** The accuracy of decisions; a dash before the first. */
const percent = (all: ReturnType<typeof summary>) => (all.decisions ? `${(accuracy(all) * 100).toFixed(1)}%` : "–");

function Overview({ rated }: { rated: RatedRound[] }) {
  const all = summary(rated.flatMap((each) => each.rated.map(({ rating }) => rating)));
  const oldestFirst = [...rated].reverse().map(({ round }) => round);
  const sessions = Map.groupBy(rated, ({ round }) => round.table);
  return (
    <>
      <dl class="figures">
        <div>
          <dt>{learnWords.accuracy}</dt>
          <dd>{percent(all)}</dd>
        </div>
        <div>
          <dt>{learnWords.decisions}</dt>
          <dd>{all.decisions}</dd>
        </div>
        <div>
          <dt>{learnWords.mistakesCost}</dt>
          <dd>{money(all.cost)}</dd>
        </div>
        <div>
          <dt>{learnWords.perRound}</dt>
          <dd>{rated.length}</dd>
        </div>
      </dl>
      <h2>{learnWords.luckTitle}</h2>
      {oldestFirst.some((round) => edgesOf(round) === undefined) ? <p class="soft">{learnWords.calculatingEdge}</p> : <Luck points={luck(oldestFirst, edgesOf)} />}
      <h2>{learnWords.sessions}</h2>
      <ul class="sessions">
        {[...sessions].map(([table, rounds]) => {
          const one = summary(rounds.flatMap((each) => each.rated.map(({ rating }) => rating)));
          return (
            <li key={table}>
              <span>
                <span translate={false}>
                  {rounds[0]!.round.title} <small>{when(rounds[0]!.round.time)}</small>
                </span>
              </span>
              <meter min={0} max={1} value={accuracy(one)} aria-label={learnWords.accuracy} />
              <span>{percent(one)}</span>
              <span>{money(one.cost)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
