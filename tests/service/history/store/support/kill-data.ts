/** What `kill-target` writes. */

/** The channels it has. */
export const KILL_CHANNELS = 8;

/** When reading number n was taken, in milliseconds since 1970: 10 Hz, some three minutes late in turns. */
export function momentOf(number: number): number {
  const late = number % 400 >= 390 ? 180_000 : 0;
  return Date.UTC(2026, 3, 1) + number * 100 - late;
}
