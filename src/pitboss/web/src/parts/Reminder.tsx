import { useEffect, useRef, useState } from "preact/hooks";
import { get, type Schemas } from "../api";
import { money } from "../money";
import { Link } from "../router";
import { t } from "../strings";

const MINUTE = 60_000;
const SEEN = "pitboss.reminded";
type PlayTime = Schemas["PlayTime"];

/** The reminder that a player asked for: time and money at tables, and what the limits leave. It waits for an answer. */
export default function Reminder() {
  const [play, setPlay] = useState<PlayTime | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    let timer = setTimeout(look, MINUTE);
    async function look() {
      const now = await get<PlayTime>("/me/play").catch(() => null); // asked again in a minute
      if (now && isDue(now)) setPlay(now);
      if (!now || now.standing.reminder) timer = setTimeout(look, MINUTE);
    }
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (play) dialog.current?.showModal();
  }, [play]);
  if (!play) return null;
  const { minutes = 0, loss = 0 } = play.standing;
  const words = t.shell.reminder;
  return (
    <dialog ref={dialog} aria-label={words.title} onClose={() => setPlay(null)}>
      <p>{words.played(play.minutes, money(Math.abs(play.net)), play.net < 0)}</p>
      {!!minutes && <p>{words.minutesLeft(Math.max(0, minutes - play.minutes))}</p>}
      {!!loss && <p>{words.lossLeft(money(Math.max(0, loss - play.net)))}</p>}
      <form method="dialog" class="line">
        <button class="primary">{words.playOn}</button> <Link href="/account">{words.limits}</Link>
      </form>
    </dialog>
  );
}

/** Whether an interval has passed since the last reminder of this day; remembered over reloads of the page. */
function isDue({ since, reminded = 0 }: PlayTime): boolean {
  const key = `${since} ${reminded}`;
  if (!reminded || sessionStorage.getItem(SEEN) === key) return false;
  sessionStorage.setItem(SEEN, key);
  return true;
}
