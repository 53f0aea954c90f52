// Evaluates the page's pure roulette modules and writes what they give as JSON: {motion, areas, cells}.
import { readFileSync } from "node:fs";
const page = await import(process.argv[2]);
const { wheel, positions } = JSON.parse(readFileSync(0, "utf8"));

const turn = (angle) => ((angle % 360) + 360) % 360;

/** One spin, sampled every five milliseconds. */
function motion(spin) {
  const rest = page.restsAt(spin);
  const states = [];
  for (let now = spin.begun; now <= rest + 1; now += 5) states.push(page.wheelAt(spin, now));
  const step = wheel.length;
  const moved = states.slice(1).map((state, nth) => state.ball.angle - states[nth].ball.angle);
  const onTrack = moved.filter((_, nth) => states[nth + 1].ball.radius === page.TRACK);
  const last = page.wheelAt(spin, rest);
  const late = page.wheelAt(spin, page.stillAt(spin));
  const later = page.wheelAt(spin, page.stillAt(spin) + 60_000);
  const pocket = (state) => turn(state.ball.angle - state.rotor) / (360 / step);
  return {
    number: spin.result.number,
    pockets: [last, late, later].map(pocket),
    radii: [last, late, later].map((state) => state.ball.radius),
    still: late.rotor === later.rotor && late.ball.angle === later.ball.angle,
    turns: Math.abs(onTrack.reduce((sum, each) => sum + each, 0)) / 360,
    against: moved.every((each) => each * spin.sense <= 0.3),
    fastest: Math.max(...moved.map(Math.abs)),
    jump: Math.max(...states.slice(1).map((state, nth) => Math.abs(state.ball.radius - states[nth].ball.radius))),
    jerk: Math.max(...moved.slice(1).map((each, nth) => Math.abs(each - moved[nth]))),
    time: rest - spin.begun,
  };
}

const motions = [];
for (const number of wheel)
  for (const [from, sense, known, begun, rotor] of [[null, 1, 0, 0, 0], [17, -1, 0, 1000, 77.7], [number, 1, 4321, 0, 3], [0, -1, 4000, 50, 359], [26, 1, 61_003, 3, 12]])
    motions.push(motion({ order: wheel, rotor, sense, from, begun, result: { number, known: begun + known } }));

const areas = {};
for (const kind of ["wide", "tablet", "upright", "lying"]) {
  const scene = page.sceneOf(kind, kind === "wide" ? 60 : 0);
  areas[kind] = positions.map((position) => ({ name: page.nameOf(position), area: page.hitArea(scene.grid, position), anchor: page.anchorOf(scene.grid, position), chip: page.chipPoint(scene.grid, position), field: page.fieldOf(scene.grid, position), size: [scene.width, scene.height] }));
}

const groups = positions.filter(({ kind }) => kind === "neighbour").map(({ numbers }) => numbers);
const figures = {
  runs: page.groupRuns(wheel, groups),
  listed: page.groupRuns(wheel, [[1, 2, 3], [4, 5, 6]]),
  neighbours: [page.withNeighbours(wheel, 17, 1), page.withNeighbours(wheel, 0, 2)],
  few: page.hotAndCold([3, 17, 3, 17, 5, 17], wheel),
  many: page.hotAndCold([...Array(2).keys()].flatMap(() => wheel.filter((number) => number !== 4)).concat(4), wheel),
  wins: [...page.winsOn([{ kind: "straight", place: "17", amount: 500 }, { kind: "split", place: "17-20", amount: 500 }, { kind: "red", place: "", amount: 100 }], positions)],
};
console.log(JSON.stringify({ motions, areas, figures }));
