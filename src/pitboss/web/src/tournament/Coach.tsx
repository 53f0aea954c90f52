/** The coach of a tournament: what each wager of the last rounds is worth, after the bet, or in a practice room before it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { send } from "../api";
import { CoachChoice } from "../blackjack/CoachChoice";
import { cents } from "../money";
import { say } from "../say";
import { settings } from "../settings";
import { t } from "../strings";
import { tournamentWords } from "../strings/tournament";
import { adviseWager, judgeWager, wagerRequest, type WagerAnswer } from "./coaching";
import type { Card, CupTableView, View } from "./types";

export interface WagerCoaching {
  /** To be called with the words of a bet before it is made; what comes back is to be called when it was taken. */
  heard: (words: string) => () => void;
  text: string;
  mistake: boolean;
}

const ask = (request: object) => send<WagerAnswer>("POST", "/analysis/wager", request);
const NOTHING = { key: "", text: "", mistake: false };

export function useWagerCoach(card: Card | null, view: View | null, own: CupTableView | undefined, player: string, practice: boolean): WagerCoaching {
  const mode = settings.value.coach;
  const request = mode && card && view && player ? wagerRequest(card, view, own, player) : "";
  const key = request ? JSON.stringify(request) : "";
  const [shown, show] = useState(NOTHING);
  const latest = useRef("");
  latest.current = key;
  useEffect(() => {
    if (!request) return;
    if (typeof request === "string") return show({ key, text: request, mistake: false });
    if (mode !== "before" || !practice) return;
    show({ key, text: t.blackjack.calculating, mistake: false });
    const tell = (text: string) => latest.current === key && (show({ key, text, mistake: false }), say(text));
    ask(request).then((answer) => tell(adviseWager(request, answer)), (error: Error) => tell(error.message));
  }, [key, mode]);

  function heard(words: string): () => void {
    const wager = cents(words.split(" ").at(-1) ?? "") ?? 0;
    if (!request || typeof request === "string" || !wager) return () => undefined;
    return () => {
      show({ key, text: t.blackjack.calculating, mistake: false });
      ask({ ...request, wager }).then(
        (answer) => {
          const judged = judgeWager(request, wager, answer) ?? NOTHING;
          show({ ...judged, key });
          say(judged.text);
        },
        (error: Error) => show({ key, text: error.message, mistake: false }),
      );
    };
  }
  return { heard, text: shown.text, mistake: shown.mistake };
}

export function WagerCoach({ coaching }: { coaching: WagerCoaching }) {
  const { coach } = settings.value;
  return (
    <div class="cup-coach">
      <h2>
        {t.common.coach} <CoachChoice />
      </h2>
      {coach && <p class={`verdict${coaching.mistake ? " coach-cost" : ""}`}>{coaching.text || tournamentWords.coach.idle}</p>}
    </div>
  );
}
