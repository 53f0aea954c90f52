export { Client, type Session, type TableSpec, type TableSummary } from "./client.ts";
export { contributionHash } from "./contribution.ts";
export { ConnectionLost, PitbossError, type ErrorBody } from "./errors.ts";
export { faultOf, type FairRecord } from "./fairness.ts";
export { WatchedTable, type Action, type Update, type You } from "./table.ts";
