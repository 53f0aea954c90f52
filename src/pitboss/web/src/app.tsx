import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { Link, Route, Switch, useLocation } from "wouter-preact";
import { Lobby } from "./pages/Lobby";
import Table from "./pages/Table"; // with every game, so that a table needs no further file before it can be played at
import { Header } from "./parts/Header";
import { Loading } from "./parts/Loading";
import { Notices } from "./parts/Notices";
import { say } from "./say";
import { connection } from "./socket";

const Rules = lazy(() => import("./pages/Rules"));
const Book = lazy(() => import("./pages/Book"));
const Clause = lazy(() => import("./pages/Clause"));
const History = lazy(() => import("./pages/History"));
const Replay = lazy(() => import("./pages/Replay"));
const Account = lazy(() => import("./pages/Account"));
const OpenTable = lazy(() => import("./pages/OpenTable"));
const Analysis = lazy(() => import("./pages/Analysis"));
const Fairness = lazy(() => import("./pages/Fairness"));
const SettingsPage = lazy(() => import("./pages/Settings"));
const BigScreen = lazy(() => import("./screen/BigScreen"));

const LOST_SCREEN = "The connection is lost: this is how it stood. Trying again…";
const LOST = "The connection is lost; your seat and your money stay as they are. Trying again…";

export function App() {
  const lost = connection.value === "lost";
  useEffect(() => {
    if (!lost) return;
    say(LOST);
    return () => say("The connection is back.");
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
        {lost && <p class="lost">{LOST_SCREEN}</p>}
        <Route path="/screen/:id">{({ id }) => <BigScreen id={id} />}</Route>
        <Notices />
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
      <Notices />
    </>
  );
}
