/**
 * Repeatable randomness: every number is a pure function of a 32-bit key and a position, so a curve needs no memory and
 * is the same for every sampling period.
 */

/** Mixes two 32-bit words into one (the multiplications and shifts of MurmurHash3's finalizer, public domain). */
function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ b;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A key from any text (FNV-1a, 32 bits). */
export function keyOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash, text.length);
}

/** Another key, independent of the first: for another use at the same place. */
export function deriveSeed(key: number, use: number): number {
  return mix(key, use);
}

/** Evenly distributed in [0, 1), for an integer position of up to 53 bits. */
export function uniform(key: number, position: number): number {
  return mix(mix(key, Math.floor(position / 2 ** 32)), position | 0) / 2 ** 32;
}

/** Bell-shaped about 0 with standard deviation 1, never beyond 3: the sum of three uniforms, centered and scaled. */
export function gaussian(key: number, position: number): number {
  const sum = uniform(key, position) + uniform(deriveSeed(key, 1), position) + uniform(deriveSeed(key, 2), position);
  return (sum - 1.5) * 2;
}

/** A smooth curve through random points in [-1, 1], one every `scaleMs` (value noise with a smoothstep between). */
function smooth(key: number, at: number, scaleMs: number): number {
  const cell = Math.floor(at / scaleMs);
  const x = at / scaleMs - cell;
  const left = uniform(key, cell);
  const right = uniform(key, cell + 1);
  return 2 * (left + (right - left) * x * x * (3 - 2 * x)) - 1;
}

/**
 * A slow walk within [-1.5, 1.5] with detail at every time scale: large moves per `scaleMs`, smaller ones five and
 * twenty-five times as often.
 */
export function randomWalk(key: number, at: number, scaleMs: number): number {
  return (
    smooth(key, at, scaleMs) +
    0.35 * smooth(deriveSeed(key, 1), at, scaleMs / 5) +
    0.15 * smooth(deriveSeed(key, 2), at, scaleMs / 25)
  );
}
