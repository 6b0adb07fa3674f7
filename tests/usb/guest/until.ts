/** Waiting inside the guest, whose processor is played, and which shares this computer's with another guest. */
import { until as untilWithin } from '../../support/until.ts';

/** How long anything may take there, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 150_000;

/** A question costs it up to 100 ms of this computer's processor time. */
const PAUSE_MS = { least: 300, most: 600 };

/** As `until` does outside, with the patience that a guest needs. */
export function until<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<Exclude<Answer, false>>> {
  return untilWithin(what, ask, patienceMs, PAUSE_MS);
}
