/** The parts of the views that the roulette table shows. */
import type { Schemas } from "../api";

export type Card = Schemas["RouletteCard"];
export type View = Schemas["RouletteView"];
export type You = Schemas["You"];
export type Laid = Schemas["LaidView"];
