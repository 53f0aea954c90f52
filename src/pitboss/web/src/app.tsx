import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import Table from "./pages/Table"; // with blackjack and roulette, so that their tables need no further file
import { Header } from "./parts/Header";
import { Loading } from "./parts/Loading";
import { LiveRegion, Notices } from "./parts/Notices";
import { Link, pageAt, place, type Route } from "./router";
import { say } from "./say";
import { connection } from "./socket";
import { t } from "./strings";
import { useTitle } from "./use";

const Landing = lazy(() => import("./pages/Landing"));
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

const ROUTES: Route[] = [
  ["/", () => <Landing />],
  ["/tables", () => <Lobby />],
  ["/learn", () => <Learn />],
  ["/learn/:section", (section) => <Learn section={section!} />],
  ["/hand", () => <Hand />],
  ["/room", () => <Room />],
  ["/tables/:id", (id) => <Table key={id} id={id!} />],
  ["/tables/:id/analysis", (id) => <Analysis id={id!} />],
  ["/tables/:id/fairness", (id) => <Fairness id={id!} />],
  ["/history/:id", (id) => <History id={id!} />],
  ["/history/:id/:round", (id, round) => <Replay id={id!} round={Number(round)} />],
  ["/rules", () => <Rules />],
  ["/rules/:book", (book) => <Book key={book} book={book!} />],
  ["/rules/:book/:clause", (book, clause) => <Clause book={book!} clause={decodeURIComponent(clause!)} />],
  ["/open", () => <OpenTable />],
  ["/pit", () => <Pit tab="" />],
  ["/pit/:tab", (tab) => <Pit tab={tab!} />],
  ["/account", () => <Account />],
  ["/settings", () => <SettingsPage />],
];
/** The address of a leaderboard for a room, before the id of its table. */
const SCREEN = "/screen/";
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
  const address = place.value;
  const last = useRef(address);
  useEffect(() => {
    if (last.current === address) return; // a page that was just opened begins at its top, with the way to the content
    last.current = address;
    document.getElementById("main")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [address]);
  if (address.startsWith(SCREEN))
    return (
      <Suspense fallback={<Loading />}>
        {lost && <p class="lost">{t.shell.lostScreen}</p>}
        <BigScreen id={address.slice(SCREEN.length)} />
        <Notices />
        <LiveRegion />
      </Suspense>
    );
  const atTable = TABLE.test(address);
  return (
    <>
      <a class="skip" href="#main">
        {t.shell.skipToContent}
      </a>
      {/* a table has a top bar of its own, and shows notices among its buttons */}
      {!atTable && <Header />}
      {lost && <p class="lost">{t.shell.lost}</p>}
      {!atTable && <Notices />}
      <main id="main" tabindex={-1} class={atTable ? "at-table" : WIDE.includes(address) ? "wide" : undefined}>
        <Suspense fallback={<Loading />}>
          {pageAt(address, ROUTES) ?? (
            <NotFound />
          )}
        </Suspense>
      </main>
      <LiveRegion />
    </>
  );
}

function NotFound() {
  useTitle(t.shell.notFound);
  return (
    <div class="panel">
      <h1>{t.shell.notFound}</h1>
      <p>
        <Link href="/tables">{t.shell.toLobby}</Link>
      </p>
    </div>
  );
}
