import { useEffect, useState } from "preact/hooks";
import { enterSuggestedRoom } from "../room/enter";
import { Hero } from "../room/Hero";
import { Link, navigate } from "../router";
import { notify } from "../say";
import { askForGuests, guests, me } from "../session";
import { t } from "../strings";
import { useTitle } from "../use";
import "../styles/parts.css";
import "../styles/room.css";

/** What this is in one sentence, a table in motion, and the way to the first card. */
export default function Landing() {
  useTitle(t.room.landingTitle);
  const [busy, setBusy] = useState(false);
  useEffect(() => void askForGuests().catch(notify), []);

  async function playNow() {
    setBusy(true);
    try {
      navigate(`/tables/${await enterSuggestedRoom()}`);
    } catch (error) {
      notify(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div class="landing" data-cloth="nz">
      <Hero />
      <div class="pitch">
        <h1>{t.room.headline}</h1>
        <p>{t.room.pitch}</p>
        {guests.value === false ? (
          <div class="cta">
            <Link class="btn primary big" href="/tables">
              {t.room.seeTables}
            </Link>
            {!me.value && (
              <Link class="btn quiet big" href="/account">
                {t.common.signIn}
              </Link>
            )}
          </div>
        ) : (
          <>
            <div class="cta">
              <button type="button" class="btn primary big" disabled={busy} onClick={() => void playNow()}>
                {t.room.playNow}
              </button>
              <Link class="btn quiet big" href="/room">
                {t.room.ownTable}
              </Link>
            </div>
            {guests.value && <p class="fine2">{t.room.practiceOnly}</p>}
          </>
        )}
      </div>
    </div>
  );
}
