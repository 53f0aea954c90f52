// Search: every word must begin a word of a section; words in headings count more. `/` moves to the field.
const field = document.getElementById("search");
const list = document.getElementById("found");
const up = document.currentScript?.dataset.up ?? document.querySelector("script[data-up]").dataset.up;
const entries = INDEX.map(([url, page, heading, text]) => ({ url, page, heading, text, head: `${page} ${heading}`.toLowerCase(), body: text.toLowerCase() }));

function begins(text, word) {
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    if (place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1])) return place;
  }
  return -1;
}

function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const scored = [];
  for (const entry of entries) {
    let score = 0;
    const all = words.every((word) => {
      const found = (begins(entry.head, word) >= 0 ? 10 : 0) + (begins(entry.body, word) >= 0 ? 1 : 0);
      score += found;
      return found;
    });
    if (all) scored.push([score, entry]);
  }
  return scored.sort(([one], [other]) => other - one).slice(0, 20).map(([, entry]) => ({ ...entry, words }));
}

function show() {
  const found = find(field.value);
  list.replaceChildren(
    ...found.map(({ url, page, heading, text, body, words }) => {
      const item = document.createElement("li");
      const link = item.appendChild(document.createElement("a"));
      link.href = up + url;
      link.textContent = heading === page ? page : `${page} · ${heading}`;
      const at = Math.max(0, Math.min(...words.map((word) => begins(body, word)).filter((place) => place >= 0), text.length) - 40);
      const start = at && text.lastIndexOf(" ", at) + 1;
      item.appendChild(document.createElement("p")).textContent = text.slice(start, start + 160);
      return item;
    }),
  );
  if (!found.length && field.value.trim()) list.appendChild(document.createElement("li")).textContent = "Nothing was found.";
  list.hidden = !field.value.trim();
}

field.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape") {
    field.value = "";
    show();
  }
});
