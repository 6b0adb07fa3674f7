/** Failures and user actions at random times, each kind independently. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';

export interface Happening {
  name: string;
  /** Range of the time between two, in milliseconds. */
  apartMs: { min: number; max: number };
  happen(): Promise<unknown>;
}

export interface HappeningsOptions {
  happenings: readonly Happening[];
  durationMs: number;
  random: Random;
}

/**
 * Causes all disturbances until the time is over, and completes those in progress.
 * @returns the number of each
 * @throws the error of any, once all have ended
 */
export async function letHappen({ happenings, durationMs, random }: HappeningsOptions): Promise<Map<string, number>> {
  const end = performance.now() + durationMs;
  const counts = new Map<string, number>();
  const repeat = async ({ name, apartMs, happen }: Happening): Promise<void> => {
    for (;;) {
      const pause = random.whole(apartMs.min, apartMs.max);
      const left = end - performance.now();
      await delay(Math.max(0, Math.min(pause, left)));
      if (left <= pause) return;
      await happen().catch((cause: unknown) => {
        throw new Error(`"${name}" failed the ${(counts.get(name) ?? 0) + 1}. time`, { cause });
      });
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  };
  const results = await Promise.allSettled(happenings.map(repeat));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return counts;
}
