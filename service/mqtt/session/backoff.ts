/** How long to wait before the next attempt to connect. */
import type { MqttReconnect } from '../../contract/index.ts';

/**
 * A random moment between half of the step and the whole of it, so that many clients do not come back at once. The step
 * doubles with every failure; the result is never below `min_delay` nor above `max_delay`.
 * @param failures attempts and connections that failed since the last stable one, 1 or more
 * @param random a number from 0 to 1
 * @returns milliseconds
 */
export function backoffDelay(
  { min_delay, max_delay }: Pick<MqttReconnect, 'min_delay' | 'max_delay'>,
  failures: number,
  random: number,
): number {
  // Beyond 2^30 every step is above the longest delay there is, a day.
  const step = Math.min(max_delay, min_delay * 2 ** Math.min(failures, 30));
  const shortest = Math.max(min_delay, step / 2);
  return Math.round(shortest + (step - shortest) * random);
}
