import type { Schemas } from "../api";

/** Places of one kind that are worth the same are one line: "straight, 37 places". */
export function together(edges: Schemas["EdgeReport"]): Schemas["EdgeReport"] {
  const kinds = Map.groupBy(Object.entries(edges.wagers), ([name, worth]) => `${name.split(" ")[0]} ${worth.fraction} ${worth.deviation}`);
  const wagers = [...kinds.values()].map((same) => {
    const [name, worth] = same[0]!;
    return [same.length > 1 ? `${name.split(" ")[0]}, ${same.length} places` : name, worth] as const;
  });
  return { ...edges, wagers: Object.fromEntries(wagers) };
}
