/** The big screen follows the felts: chips, ranks and stages change when the cards that decide them have been shown. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { film } from "../blackjack/scene/film";
import { geometryOf } from "../blackjack/scene/geometry";
import { sceneOf, type Scene } from "../blackjack/scene/model";
import { useFeed, type LogEntry } from "../live";
import { isAside, sentence } from "../parts/events";
import { say } from "../say";
import { sourceOf } from "../tournament/source";
import { foldEvent } from "../tournament/standing";
import type { Card, View, You } from "../tournament/types";
import { Player } from "../timeline/player";
import { Timeline } from "../timeline/timeline";

interface Channels {
  view: View;
  say: string;
}

/** The scene of each table after everything that was received. */
type Scenes = Map<number, Scene>;

/** The view of a tournament as far as its tables have shown it; null until the first message. */
export function useStagedView(id: string): View | null {
  const [view, setView] = useState<View | null>(null);
  const last = useRef<View | null>(null);
  const scenes = useMemo<Scenes>(() => new Map(), [id]);
  const player = useMemo(
    () =>
      new Player<Channels>({
        onState: (now) => now.view && setView(now.view),
        onStep: ({ channel, value }, jumped) => channel === "say" && !jumped && say(value as string),
      }),
    [id],
  );
  useEffect(() => () => player.stop(), [player]);
  useFeed<Card, View, You>(id, ({ now, card, updates, jump }) => {
    const from = last.current;
    last.current = now.view;
    if (!card || !from || jump) {
      scenes.clear();
      const at = new Timeline<Channels>();
      at.step(0, "view", now.view);
      player.play(at, { jump: true });
    } else player.play(screenFilm(card, from, now.view, updates, scenes));
  });
  return view;
}

/** Each table shows its events in its own time, all at once: every event changes the view at its moment. */
export function screenFilm(card: Card, from: View, to: View, updates: Schemas["Update"][], scenes: Scenes): Timeline<Channels> {
  const moments = new Map<string, { t: number; entry: LogEntry }>();
  let end = 0;
  for (const { number } of to.tables) {
    const source = sourceOf("", number, card, to);
    const goal = source.drawn(to, card);
    const before = scenes.get(number) ?? sceneOf(source.drawn(from, card), null, "");
    const timeline = film({
      stage: { geometry: geometryOf("wide", card.boxes, 1, 0), cloth: card, player: "" },
      before,
      goal: sceneOf(goal, before, ""),
      settle: (folded) => (scenes.set(number, sceneOf(goal, folded, "")), scenes.get(number)!),
      entries: source.entries(updates),
      balance: { from: 0, to: 0 },
      ending: ["", ""],
      spoken: "",
      beside: source.beside?.(from, to),
    });
    for (const { t, channel, value } of timeline.steps) {
      if (channel !== "log") continue;
      const entry = value as LogEntry;
      // what matters at every table is shown at the last of them
      if (t >= (moments.get(entry.key)?.t ?? 0)) moments.set(entry.key, { t, entry });
    }
    end = Math.max(end, timeline.end);
  }
  const shown = new Timeline<Channels>();
  let view = from;
  shown.step(0, "view", view);
  for (const { t, entry } of [...moments.values()].sort((one, two) => one.t - two.t)) {
    view = foldEvent(view, entry.event, to);
    shown.step(t, "view", view);
    if (!isAside(entry.event)) shown.step(t, "say", sentence(entry.event));
  }
  shown.step(end, "view", to);
  return shown;
}
