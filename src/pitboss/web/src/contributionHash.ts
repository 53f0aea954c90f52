/** The hash of a contribution, as the TypeScript client makes it. A module of its own: it is loaded with the first page. */
export { contributionHash, hexOf } from "../../../../clients/typescript/src/contribution.ts";
