/** The parts of the views that a tournament shows. */
import type { Schemas } from "../api";

export type Card = Schemas["TournamentCard"];
export type View = Schemas["TournamentView"];
export type You = Schemas["You"];
export type CupTableView = Schemas["TournamentTableView"];
