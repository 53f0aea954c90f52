/** Sounds of the table, synthesised with Web Audio. Off until switched on; nothing is created before. */
import { settings } from "./settings";

export type Sound = "card" | "turn" | "chip" | "sweep" | "pay" | "knock" | "bell" | "win" | "ball" | "hop" | "drop";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function audio(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Plays a sound now, if sound is on. `times` repeats short ones, e.g. one click per chip. */
export function play(sound: Sound, times = 1): void {
  if (!settings.peek().sound || document.hidden) return;
  const to = audio();
  for (let nth = 0; nth < Math.min(4, times); nth++) SOUNDS[sound](to, to.currentTime + nth * 0.055);
}

/** A burst of filtered noise: cards, chips, the ball. */
function burst(to: AudioContext, at: number, seconds: number, frequency: number, volume: number, type: BiquadFilterType = "bandpass"): BiquadFilterNode {
  if (!noise) {
    noise = to.createBuffer(1, to.sampleRate, to.sampleRate);
    const data = noise.getChannelData(0);
    for (let nth = 0; nth < data.length; nth++) data[nth] = Math.random() * 2 - 1;
  }
  const source = to.createBufferSource();
  source.buffer = noise;
  source.loop = true;
  const filter = to.createBiquadFilter();
  filter.type = type;
  filter.frequency.value = frequency;
  filter.Q.value = 1.4;
  source.connect(filter).connect(envelope(to, at, seconds, volume));
  source.start(at, Math.random() * 0.5);
  source.stop(at + seconds + 0.05);
  return filter;
}

function tone(to: AudioContext, at: number, seconds: number, frequency: number, volume: number): void {
  const oscillator = to.createOscillator();
  oscillator.frequency.value = frequency;
  oscillator.connect(envelope(to, at, seconds, volume));
  oscillator.start(at);
  oscillator.stop(at + seconds + 0.05);
}

function envelope(to: AudioContext, at: number, seconds: number, volume: number): GainNode {
  const gain = to.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(to.destination);
  return gain;
}

const SOUNDS: Record<Sound, (to: AudioContext, at: number) => void> = {
  card: (to, at) => void burst(to, at, 0.16, 2600, 0.14).frequency.exponentialRampToValueAtTime(900, at + 0.15),
  turn: (to, at) => void burst(to, at, 0.035, 4200, 0.16),
  chip: (to, at) => (tone(to, at, 0.05, 3150, 0.05), void burst(to, at, 0.03, 5200, 0.12)),
  sweep: (to, at) => void burst(to, at, 0.32, 1500, 0.09),
  pay: (to, at) => [0, 0.06, 0.12].forEach((later) => SOUNDS.chip(to, at + later)),
  knock: (to, at) => [0, 0.14].forEach((later) => tone(to, at + later, 0.07, 165, 0.16)),
  bell: (to, at) => (tone(to, at, 0.7, 523.25, 0.06), tone(to, at, 0.5, 1046.5, 0.02)),
  win: (to, at) => (tone(to, at, 0.22, 659.25, 0.07), tone(to, at + 0.13, 0.4, 880, 0.07)),
  ball: (to, at) => void burst(to, at, 5.6, 1900, 0.05).frequency.exponentialRampToValueAtTime(620, at + 5.4),
  hop: (to, at) => void burst(to, at, 0.05, 2400, 0.14),
  drop: (to, at) => (tone(to, at, 0.06, 900, 0.08), void burst(to, at, 0.06, 1400, 0.16)),
};
