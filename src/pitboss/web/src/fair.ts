/** The verification of seeds is that of the TypeScript client. */
export { BEACON, contributionHash, faultOf, ITEMS, type FairRecord } from "../../../../clients/typescript/src/fairness.ts";
