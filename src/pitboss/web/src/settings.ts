import { effect, signal } from "@preact/signals";

/** What a person has chosen for this browser. */
export interface Settings {
  theme: "auto" | "dark" | "light";
  fourColours: boolean;
  motion: "auto" | "off";
  /** Whether the coach rates decisions: after each, or with the values before it. */
  coach: boolean | "before";
  speed: "casino" | "fast" | "instant";
  sound: boolean;
  /** Whether the running count is asked after each round. */
  count: boolean;
}

const KEY = "pitboss.settings";
const DEFAULTS: Settings = { theme: "auto", fourColours: false, motion: "auto", coach: false, speed: "casino", sound: false, count: false };

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return DEFAULTS; // a private window may refuse storage: the page works without
  }
}

export const settings = signal<Settings>(stored());

export function choose(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
}

// what is chosen in another tab holds in this one
window.addEventListener("storage", ({ key }) => {
  if (key === KEY) settings.value = stored();
});

const dark = matchMedia("(prefers-color-scheme: dark)");
/** Whether the system asks for dark surroundings, as it changes. */
const systemDark = signal(dark.matches);
dark.addEventListener("change", () => (systemDark.value = dark.matches));

/** The surroundings that are in force: chosen, or the system's. */
export function surroundings(): "dark" | "light" {
  const { theme } = settings.value;
  return theme === "auto" ? (systemDark.value ? "dark" : "light") : theme;
}

effect(() => {
  const { motion, fourColours } = settings.value;
  const page = document.documentElement.dataset;
  page.surroundings = surroundings();
  page.motion = motion;
  page.deck = fourColours ? "four" : "two";
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // see above
  }
});
