/** Waiting for what must come. */
import { setTimeout as delay } from 'node:timers/promises';

/** How long anything may take on a busy machine, in milliseconds: a bound, not an expectation. */
const PATIENCE_MS = 40_000;

/** Between two questions, in milliseconds: a tenth of the wait so far, so that a long wait costs little processor time. */
const PAUSE_MS = { least: 20, most: 250 };

/**
 * Asks again and again until the answer is neither undefined, null nor false.
 * @param pauseMs between two questions, in milliseconds
 * @throws Error naming what was waited for, with the last error
 */
export async function until<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  patienceMs = PATIENCE_MS,
  pauseMs = PAUSE_MS,
): Promise<NonNullable<Exclude<Answer, false>>> {
  const begin = performance.now();
  let last: unknown;
  for (let waited = 0; waited < patienceMs; waited = performance.now() - begin) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false) {
        return answer as NonNullable<Exclude<Answer, false>>;
      }
      last = undefined;
    } catch (error) {
      last = error;
    }
    await delay(Math.min(pauseMs.most, Math.max(pauseMs.least, waited / 10)));
  }
  throw new Error(`Waited ${patienceMs} ms for: ${what}`, { cause: last });
}
