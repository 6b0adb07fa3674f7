/** Both tones, in hertz: the second one a fourth above the first. */
const TONES_HZ = [660, 880] as const;

/** Duration of a tone, in seconds. */
const TONE_S = 0.18;

/** Of 1: audible beside speech, not painful with headphones. */
const VOLUME = 0.25;

/** Time of fading in and out, in seconds: a tone that starts at full volume clicks. */
const FADE_S = 0.015;

/** Time after which the audio device is free again, in milliseconds; devices start late. */
const CLOSE_MS = 2000;

/** Plays two short tones. Silent until the user has used the page: browsers permit no sound before. */
export function playAlarmSound(): void {
  // A tone that waits for the permission would come with the next click.
  if (!navigator.userActivation.hasBeenActive) return;
  const context = new AudioContext();
  const gain = context.createGain();
  gain.connect(context.destination);
  gain.gain.value = 0;
  for (const [index, frequency] of TONES_HZ.entries()) {
    const from = context.currentTime + index * TONE_S;
    const to = from + TONE_S;
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(VOLUME, from + FADE_S);
    gain.gain.setValueAtTime(VOLUME, to - FADE_S);
    gain.gain.linearRampToValueAtTime(0, to);
    tone.start(from);
    tone.stop(to);
  }
  setTimeout(() => void context.close(), CLOSE_MS);
}
