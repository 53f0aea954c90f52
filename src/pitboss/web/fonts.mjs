// Cuts the installed fonts to the characters and weights that the page uses, and writes them to src/fonts; their licences
// go beside the page.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const LETTERS = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, place) => 0x20 + place));
/** Signs of programmers, which no heading has; `guest_1` may be one. */
const UNUSUAL = /[#*<=>@[\\\]^`{|}~]/g;
const SIGNS = "\u00a0¢·×–’“”…−";

const FONTS = [
  // headings, inscriptions, card indices, chips and money, in one weight
  { name: "fraunces", text: LETTERS.replace(UNUSUAL, "") + SIGNS, wght: 600 },
  // all other text; what is missing falls back to the system's faces
  { name: "source-sans-3", text: `${LETTERS.replace(/[\\^`{}~]/g, "")}${SIGNS}±éöü←→✓◆`, wght: { min: 400, max: 700 } },
];

const folder = new URL("src/fonts/", import.meta.url);
const beside = new URL("public/", import.meta.url);
await Promise.all([folder, beside].map((place) => mkdir(place, { recursive: true })));
for (const { name, text, wght } of FONTS) {
  const installed = new URL(`node_modules/@fontsource-variable/${name}/`, import.meta.url);
  const whole = await readFile(new URL(`files/${name}-latin-wght-normal.woff2`, installed));
  const font = await subsetFont(whole, text, { targetFormat: "woff2", variationAxes: { wght } });
  await writeFile(new URL(`${name}.woff2`, folder), font);
  await copyFile(new URL("LICENSE", installed), new URL(`LICENSE-${name}.txt`, beside));
}
