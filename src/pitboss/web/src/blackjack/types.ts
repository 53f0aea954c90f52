/** The parts of the views that the blackjack table shows. */
import type { Schemas } from "../api";

export type Card = Schemas["BlackjackCard"];
/** What a box needs to know of its table: a tournament has no sign of its own. */
export type Cloth = Pick<Card, "rulebook" | "spots" | "blackjack_pays" | "insurance_pays"> & Partial<Pick<Card, "options">>;
export type View = Schemas["BlackjackView"];
/** The drawn part of a view, which a replay frame has too. */
export type Scene = Pick<View, "phase" | "boxes" | "dealer"> & Partial<View>;
export type Box = Schemas["BoxView"];
export type Hand = Schemas["HandView"];
export type Wager = Schemas["WagerView"];
/** A wager before the deal; it may wait for others that are bet with it. */
export type LaidWager = Wager & { waits?: boolean };
export type Spot = Schemas["SpotView"];
export type Pay = NonNullable<Spot["pays"]>[number];
export type You = Schemas["You"];
export type Action = Schemas["ActionView"];
export type Clock = Schemas["DeadlineInfo"][];
/** For each side wager what forbids it now. */
export type Refusals = You["side_wagers"];
