/** Waiting for the end of what has no mark at its end. */
import { until } from '../until.ts';

/** How long nothing may have come, in milliseconds: longer than a witness waits before it connects again. */
const QUIET_MS = 2500;

/** Waits until a count has stayed the same for a while. */
export async function untilQuiet(count: () => number, patienceMs = 120_000): Promise<void> {
  let last = count();
  let since = performance.now();
  await until(
    'nothing more to come',
    () => {
      if (count() !== last) {
        last = count();
        since = performance.now();
      }
      return performance.now() - since > QUIET_MS;
    },
    patienceMs,
  );
}
