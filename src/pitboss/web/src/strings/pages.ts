/** Words of the pages beside the tables: history, replays, rules, fairness, analysis, account, settings. */
export const pages = {
  replay: {
    title: (round: number, table: string) => `Round ${round} of table ${table}`,
    allRounds: "All rounds",
    file: "this round as a .pit file",
    fileHidden: "This round's file contains an unseen card. It is available once the shoe is discarded.",
    noEvents: "This round has no events.",
    back: "Back",
    next: "Next",
    all: "All",
    play: "Play",
    pause: "Pause",
    position: (nth: number, count: number) => `${nth} of ${count}`,
    event: "Event of the round",
    soFar: "What happened so far",
  },
};
