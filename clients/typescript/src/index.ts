export { Client, type RoomRequest, type Session, type TableSpec, type TableSummary } from "./client.ts";
export { contributionHash } from "./contribution.ts";
export { ConnectionLost, PitbossError, type ErrorBody } from "./errors.ts";
export { faultOf, type FairRecord } from "./fairness.ts";
export { WatchedTable, type Action, type BlackjackView, type RouletteView, type TournamentView, type Update, type You } from "./table.ts";
