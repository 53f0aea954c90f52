import { lazy, Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { Link, Route, Switch, useLocation } from "wouter-preact";
import { Clauses, clausesIn } from "./parts/ClauseRef";
import { money } from "./money";
import { Lobby } from "./pages/Lobby";
import Table from "./pages/Table"; // with every game, so that a table needs no further file before it can be played at
import { dismiss, notices, said, say } from "./say";
import { me } from "./session";
import { connection } from "./socket";

const Rules = lazy(() => import("./pages/Rules"));
const Clause = lazy(() => import("./pages/Clause"));
const History = lazy(() => import("./pages/History"));
const Replay = lazy(() => import("./pages/Replay"));
const Account = lazy(() => import("./pages/Account"));
const OpenTable = lazy(() => import("./pages/OpenTable"));
const Analysis = lazy(() => import("./pages/Analysis"));
const SettingsPage = lazy(() => import("./pages/Settings"));
const BigScreen = lazy(() => import("./screen/BigScreen"));

const LOST = "The connection is lost; your seat and your money stay as they are. Trying again…";

export function App() {
  const lost = connection.value === "lost";
  useEffect(() => {
    if (!lost) return;
    say(LOST);
    return () => say("The connection is back.");
  }, [lost]);
  const [place] = useLocation();
  useEffect(() => {
    document.getElementById("main")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
  if (place.startsWith("/screen/"))
    return (
      <Suspense fallback={<Loading />}>
        <Route path="/screen/:id">{({ id }) => <BigScreen id={id} />}</Route>
        <Region />
      </Suspense>
    );
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <Header />
      {lost && <p class="lost">{LOST}</p>}
      <main id="main" tabindex={-1}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">
              <Lobby />
            </Route>
            <Route path="/tables/:id">{({ id }) => <Table key={id} id={id} />}</Route>
            <Route path="/tables/:id/analysis">{({ id }) => <Analysis id={id} />}</Route>
            <Route path="/history/:id">{({ id }) => <History id={id} />}</Route>
            <Route path="/history/:id/:round">{({ id, round }) => <Replay id={id} round={Number(round)} />}</Route>
            <Route path="/rules">
              <Rules />
            </Route>
            <Route path="/rules/:book">{({ book }) => <Rules book={book} />}</Route>
            <Route path="/rules/:book/:clause">{({ book, clause }) => <Clause book={book} clause={decodeURIComponent(clause)} />}</Route>
            <Route path="/open">
              <OpenTable />
            </Route>
            <Route path="/account">
              <Account />
            </Route>
            <Route path="/settings">
              <SettingsPage />
            </Route>
            <Route>
              <h1>There is nothing here</h1>
              <p>
                <Link href="/">To the lobby</Link>
              </p>
            </Route>
          </Switch>
        </Suspense>
      </main>
      <Region />
    </>
  );
}

/** The main places, and whose they are where not everybody's. */
const PLACES: [href: string, name: string, role?: string][] = [
  ["/", "Lobby"],
  ["/rules", "Rules"],
  ["/open", "Open a table", "operator"],
  ["/settings", "Settings"],
];

function here(href: string, place: string): boolean {
  return href === "/" ? place === "/" || /^\/(tables|history)\//.test(place) : place.startsWith(href);
}

function Header() {
  const person = me.value;
  const [place] = useLocation();
  return (
    <header class="top">
      <Link href="/" class="brand">
        <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
          <path d="M12 2C9 7 4 9.5 4 14a4 4 0 0 0 7 2.6c-.2 2-.9 3.7-2 5.4h6c-1.1-1.7-1.8-3.4-2-5.4A4 4 0 0 0 20 14c0-4.500-5-7-8-12Z" fill="currentColor" />
        </svg>
        pitboss
      </Link>
      <nav aria-label="Main">
        {PLACES.filter(([, , role]) => !role || role === person?.role).map(([href, name]) => (
          <Link key={href} href={href} aria-current={here(href, place) ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Link href="/account" class="me" aria-current={place === "/account" ? "page" : undefined}>
        {person ? (
          <>
            <span>{person.name}</span> {person.role === "player" ? <strong>{money(person.wallet ?? 0)}</strong> : <em>{person.role}</em>}
          </>
        ) : (
          "Sign in"
        )}
      </Link>
    </header>
  );
}

/** The one live region, and the notices that everybody sees. */
function Region() {
  return (
    <>
      <div class="unseen" aria-live="polite" id="live">
        {said.value}
      </div>
      <section class="notices" aria-label="Notices">
        {notices.value.map(({ id, body }) => (
          <div key={id} class="notice">
            <p>
              {body.message}{" "}
              {body.rulebook && <Clauses rulebook={body.rulebook} clauses={clausesIn(body.clause)} />}
            </p>
            {!!body.allowed?.length && <p class="notice-allowed">Allowed now: {body.allowed.slice(0, 6).join(" · ")}</p>}
            <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
              ×
            </button>
          </div>
        ))}
      </section>
    </>
  );
}

export function Loading() {
  return (
    <p class="loading">
      <span class="unseen">Loading</span>
      <span aria-hidden="true">♠ ♥ ♣ ♦</span>
    </p>
  );
}
