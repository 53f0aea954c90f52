// Records what a roulette table shows at every frame, each state once: window.frames.
() => {
  const at = (where) => document.querySelector(where);
  const text = (where) => at(where)?.textContent ?? "";
  const wheel = at(".wheel:not([aria-hidden])");
  const radius = Number(wheel.querySelector(".wheel-rim").getAttribute("r"));
  const numbers = [...wheel.querySelectorAll(".wheel-turn text")].map((each) => Number(each.textContent));
  // everything that can be read or heard, but for what says that the ball runs
  const SAYS = ".sentence, .log, .deal, #live, .wheel:not([aria-hidden]), .tools, .acts, .chips, .places, .race, .bet-name";
  const readable = () => {
    const parts = [];
    const walk = document.createTreeWalker(at(".table"), NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => (node.nodeType === 1 && node.matches(SAYS) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    for (let node = walk.nextNode(); node; node = walk.nextNode()) parts.push(node.nodeType === 3 ? node.data : (node.getAttribute("aria-label") ?? ""));
    return parts.filter(Boolean).join("|");
  };
  const ball = () => {
    const moved = wheel.querySelector(".ball").getAttribute("transform");
    if (!moved) return { pocket: null, middle: false, low: false }; // before the first spin
    const [x, y] = moved.match(/-?[\d.]+/g).map(Number);
    const turned = Number(wheel.querySelector(".wheel-turn").getAttribute("transform").match(/-?[\d.]+/)[0]);
    const angle = (((Math.atan2(y, x) * 180) / Math.PI + 90 - turned) % 360 + 360) % 360;
    const pocket = (angle / 360) * numbers.length;
    return { pocket: numbers[Math.round(pocket) % numbers.length], middle: Math.abs(pocket - Math.round(pocket)) < 0.02, low: Math.hypot(x, y) / radius < 0.537 };
  };
  window.frames_ = [];
  let last = "";
  let count = 0;
  const record = () => {
    count += 1;
    const now = {
      ...ball(), sentence: text("[data-sentence]"), balance: text("[data-balance]"), felt: text("[data-on-felt]"), plate: text("[data-plate]"), latest: text(".last [data-number]"),
      label: wheel.getAttribute("aria-label"), dolly: at("[data-dolly]")?.dataset.dolly ?? "", lit: document.querySelectorAll(".layout ~ g .glow.lit").length, log: text(".log li"), live: text("#live").trim(),
      lost: document.querySelectorAll(".bets td.lose").length, won: document.querySelectorAll(".bets td.win").length, pills: document.querySelectorAll(".badge").length, spot: at('[data-position="straight 17"]').getAttribute("aria-label"), readable: readable(),
    };
    const same = JSON.stringify(now);
    if (same !== last) window.frames_.push({ frame: count, ...now });
    last = same;
    window.recording = requestAnimationFrame(record);
  };
  record();
}
