import { render } from "preact";
import { App } from "./app";
import { begin } from "./session";
import "./settings"; // its effect dresses the page before anything is drawn
import "./styles/theme.css";
import "./styles/shell.css";
import "./styles/pages.css";

void begin();
render(<App />, document.getElementById("app")!);
