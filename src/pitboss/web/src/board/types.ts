import type { Schemas } from "../api";

export type Card = Schemas["BoardCard"];
export type View = Schemas["BoardView"];
export type You = Schemas["BoardYou"];
export type Form = Schemas["FormView"];
export type Field = Schemas["FieldView"];
export type Place = Schemas["BoardPlace"];
