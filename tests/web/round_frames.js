// Records at every frame that differs from the one before: the cards whose faces are in the document, where chips lie,
// and everything that is written or spoken.
() => {
  window.frames_ = [];
  let last = "";
  const text = (where) => [...document.querySelectorAll(where)].map((one) => one.textContent.trim());
  const look = () => {
    const now = {
      cards: [...document.querySelectorAll(".scene .card-shape")].map((one) => one.dataset.card).filter(Boolean),
      totals: text(".scene .total"), sentence: text("[data-sentence]").join(" "), balance: text("[data-balance]")[0], felt: text("[data-on-felt]")[0],
      results: text(".scene .result-mark text"), live: text("#live")[0] ?? "", log: text(".log li > span:first-child").slice(-12),
      areas: [...document.querySelectorAll(".scene .area")].map((one) => one.getAttribute("aria-label")),
      stacks: Object.fromEntries([...document.querySelectorAll('[data-thing^="w"]')].map((one) => [one.dataset.thing, one.getAttribute("transform")])),
    };
    const same = JSON.stringify(now);
    if (same !== last) window.frames_.push(now);
    last = same;
    requestAnimationFrame(look);
  };
  look();
}
