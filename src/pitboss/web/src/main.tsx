import { render } from "preact";
import { App } from "./app";
import { begin } from "./session";
import "./styles/theme.css";
import "./styles/shell.css";
import "./styles/pages.css";

void begin();
render(<App />, document.getElementById("app")!);
