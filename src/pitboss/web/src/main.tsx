import { render } from "preact";
import { prefetch } from "./api";
import { App } from "./app";
import { BASE } from "./base";
import "./once";
import { begin } from "./session";
import "./settings"; // its effect dresses the page before anything is drawn
import { connect, watch } from "./socket";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/theme.css";
import "./styles/shell.css";
import "./styles/pages.css";

/** Milliseconds after which the page itself surely watches the table. */
const EARLY = 30_000;

// what a table's page will ask for is asked before anything is drawn
const table = /^\/tables\/([^/]+)$/.exec(location.pathname.slice(BASE.length))?.[1];
if (table) {
  prefetch(`/tables/${table}`);
  setTimeout(watch(table).stop, EARLY);
}
connect();
void begin();
render(<App />, document.getElementById("app")!);
