import { render } from "preact";

render(<main>pitboss</main>, document.getElementById("app")!);
