/** Sounds, made here: short and soft, each material with its own. Browsers play nothing before the
 * first touch. */
import { settings } from "../state/settings";

export type Material = "wood" | "plastic" | "rubber" | "block";
type Sound = Material | "won" | "ended";

interface Tone {
  readonly shape: OscillatorType;
  /** Hertz: from the first to the last. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly after?: number;
}

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  wood: [{ shape: "triangle", from: 420, to: 140, seconds: 0.12 }],
  plastic: [
    { shape: "square", from: 900, to: 500, seconds: 0.04 },
    { shape: "triangle", from: 300, to: 180, seconds: 0.08, after: 0.05 },
  ],
  rubber: [{ shape: "sine", from: 180, to: 320, seconds: 0.14 }],
  block: [{ shape: "triangle", from: 300, to: 110, seconds: 0.1 }],
  won: [523, 659, 784].map((pitch, at) => ({ shape: "sine" as const, from: pitch, to: pitch, seconds: 0.25, after: at * 0.12 })),
  ended: [392, 330].map((pitch, at) => ({ shape: "sine" as const, from: pitch, to: pitch, seconds: 0.25, after: at * 0.16 })),
};

const VOLUME = 0.12;

let context: AudioContext | null = null;

export function sound(name: Sound): void {
  if (!settings.value.sounds || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const tone of TONES[name]) play(context, tone);
}

function play(audio: AudioContext, { shape, from, to, seconds, after = 0 }: Tone): void {
  const begin = audio.currentTime + after;
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(from, begin);
  source.frequency.exponentialRampToValueAtTime(to, begin + seconds / 2);
  volume.gain.setValueAtTime(VOLUME * (shape === "square" ? 0.3 : 1), begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(begin);
  source.stop(begin + seconds + 0.01);
}
