/**
 * Where the house is served: "" at the root of its address, "/casino" under a sub-path of a proxy. Every script of the
 * page comes from the folder directly below it.
 */
export const BASE = new URL(import.meta.url).pathname.split("/").slice(0, -2).join("/");
