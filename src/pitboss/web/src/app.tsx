import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { Link, Route, Switch, useLocation } from "wouter-preact";
import { Landing } from "./pages/Landing";
import Table from "./pages/Table"; // with blackjack and roulette, so that their tables need no further file
import { Header } from "./parts/Header";
import { Loading } from "./parts/Loading";
import { LiveRegion, Notices } from "./parts/Notices";
import { say } from "./say";
import { connection } from "./socket";
import { t } from "./strings";

const Lobby = lazy(() => import("./pages/Lobby"));
const Learn = lazy(() => import("./pages/Learn"));
const Hand = lazy(() => import("./pages/Hand"));
const Room = lazy(() => import("./pages/Room"));
const Rules = lazy(() => import("./pages/Rules"));
const Book = lazy(() => import("./pages/Book"));
const Clause = lazy(() => import("./pages/Clause"));
const History = lazy(() => import("./pages/History"));
const Replay = lazy(() => import("./pages/Replay"));
const Account = lazy(() => import("./pages/Account"));
const OpenTable = lazy(() => import("./pages/OpenTable"));
const Analysis = lazy(() => import("./pages/Analysis"));
const Fairness = lazy(() => import("./pages/Fairness"));
const Pit = lazy(() => import("./pages/Pit"));
const SettingsPage = lazy(() => import("./pages/Settings"));
const BigScreen = lazy(() => import("./screen/BigScreen"));

/** The address of a table. */
const TABLE = /^\/tables\/[^/]+$/;
/** Pages that use the whole width of the window. */
const WIDE = ["/", "/tables", "/room"];

export function App() {
  const lost = connection.value === "lost";
  useEffect(() => {
    if (!lost) return;
    say(t.shell.lost);
    return () => say(t.shell.connected);
  }, [lost]);
  const [place] = useLocation();
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return; // a page that was just opened begins at its top, with the way to the content
    last.current = place;
    document.getElementById("main")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
  if (place.startsWith("/screen/"))
    return (
      <Suspense fallback={<Loading />}>
        {lost && <p class="lost">{t.shell.lostScreen}</p>}
        <Route path="/screen/:id">{({ id }) => <BigScreen id={id} />}</Route>
        <Notices />
        <LiveRegion />
      </Suspense>
    );
  const atTable = TABLE.test(place);
  return (
    <>
      <a class="skip" href="#main">
        {t.shell.skipToContent}
      </a>
      {/* a table has a top bar of its own, and shows notices among its buttons */}
      {!atTable && <Header />}
      {lost && <p class="lost">{t.shell.lost}</p>}
      {!atTable && <Notices />}
      <main id="main" tabindex={-1} class={atTable ? "at-table" : WIDE.includes(place) ? "wide" : undefined}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">
              <Landing />
            </Route>
            <Route path="/tables">
              <Lobby />
            </Route>
            <Route path="/learn">
              <Learn />
            </Route>
            <Route path="/hand">
              <Hand />
            </Route>
            <Route path="/room">
              <Room />
            </Route>
            <Route path="/tables/:id">{({ id }) => <Table key={id} id={id} />}</Route>
            <Route path="/tables/:id/analysis">{({ id }) => <Analysis id={id} />}</Route>
            <Route path="/tables/:id/fairness">{({ id }) => <Fairness id={id} />}</Route>
            <Route path="/history/:id">{({ id }) => <History id={id} />}</Route>
            <Route path="/history/:id/:round">{({ id, round }) => <Replay id={id} round={Number(round)} />}</Route>
            <Route path="/rules">
              <Rules />
            </Route>
            <Route path="/rules/:book">{({ book }) => <Book key={book} book={book} />}</Route>
            <Route path="/rules/:book/:clause">{({ book, clause }) => <Clause book={book} clause={decodeURIComponent(clause)} />}</Route>
            <Route path="/open">
              <OpenTable />
            </Route>
            <Route path="/pit">
              <Pit tab="" />
            </Route>
            <Route path="/pit/:tab">{({ tab }) => <Pit tab={tab} />}</Route>
            <Route path="/account">
              <Account />
            </Route>
            <Route path="/settings">
              <SettingsPage />
            </Route>
            <Route>
              <h1>{t.shell.notFound}</h1>
              <p>
                <Link href="/tables">{t.shell.toLobby}</Link>
              </p>
            </Route>
          </Switch>
        </Suspense>
      </main>
      <LiveRegion />
    </>
  );
}
