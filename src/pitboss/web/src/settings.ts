import { effect, signal } from "@preact/signals";

/** What a person has chosen for this browser. */
export interface Settings {
  theme: "auto" | "dark" | "light";
  fourColours: boolean;
  motion: "auto" | "off";
  coach: boolean;
}

const KEY = "pitboss.settings";
const DEFAULTS: Settings = { theme: "auto", fourColours: false, motion: "auto", coach: false };

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

effect(() => {
  const { theme, motion } = settings.value;
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.motion = motion;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // see above
  }
});
