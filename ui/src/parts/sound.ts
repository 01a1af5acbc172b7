/** A short knock of wood, made here; off unless somebody wants it. */
import { settings } from "../state/settings";

let context: AudioContext | null = null;

export function knock(): void {
  if (!settings.value.sounds) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.06);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
