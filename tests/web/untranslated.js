// Collects what can be read or heard on the page without the marks of the pseudo-locale. Data are left out: numbers, what is
// inside [translate=no] (names, clauses, sentences of the engine), keys, and code.
(data) => {
  const SKIPPED = "[translate=no], kbd, code, script, style, noscript, .card-shape, .chip-shape, [hidden]";
  const rest = (text) => {
    let left = text;
    for (let before = ""; before !== left; ) {
      before = left;
      left = left.replace(/⟦[^⟦⟧]*⟧/gu, " ");
    }
    for (const word of data) left = left.replaceAll(word, " ");
    return left;
  };
  const found = new Set();
  const check = (text, where) => {
    if (/\p{L}{2,}/u.test(rest(text))) found.add(`${where}: ${text.trim().slice(0, 80)}`);
  };
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data: text, parentElement } = texts.currentNode;
    if (text.trim() && parentElement && !parentElement.closest(SKIPPED) && seen(parentElement)) check(text, parentElement.closest("[class]")?.getAttribute("class") ?? parentElement.tagName);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt], [aria-valuetext]")) {
    if (element.closest(SKIPPED) || !seen(element)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) if (element.getAttribute(name)) check(element.getAttribute(name), `@${name} ${element.getAttribute("class") ?? element.tagName}`);
  }
  return [...found];
}
