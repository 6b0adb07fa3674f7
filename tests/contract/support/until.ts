/** Waiting for what must come. */
import { setTimeout as delay } from 'node:timers/promises';

/** How long anything may take on a busy machine, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 20_000;

/**
 * Asks again and again until the answer is neither undefined, null nor false.
 * @throws Error naming what was waited for, with the last error
 */
export async function until<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<Exclude<Answer, false>>> {
  const deadline = performance.now() + patienceMs;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false) {
        return answer as NonNullable<Exclude<Answer, false>>;
      }
      last = undefined;
    } catch (error) {
      last = error;
    }
    await delay(20);
  }
  throw new Error(`Waited ${patienceMs} ms for: ${what}`, { cause: last });
}
