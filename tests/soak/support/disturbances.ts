/** All disturbances of the connection between a client and its broker. */
import { setTimeout as delay } from 'node:timers/promises';
import type { MosquittoBroker } from '../../support/mqtt/broker.ts';
import type { Random } from '../../support/random.ts';
import type { Tap } from './tap.ts';

/** Range of the length of a disturbance, and of the time between two, in milliseconds. */
const DISTURBANCE_MS = { min: 100, max: 4000 };
const PEACE_MS = { min: 50, max: 3000 };

export interface DisturbanceOptions {
  tap: Tap;
  /** The broker behind the tap. */
  remote: MosquittoBroker;
  durationMs: number;
  random: Random;
}

/** Disturbs the connections until the time is over, then restores them. @returns the number of each disturbance */
export async function causeDisturbances({
  tap,
  remote,
  durationMs,
  random,
}: DisturbanceOptions): Promise<Map<string, number>> {
  const kinds: Record<string, (wait: () => Promise<unknown>) => Promise<unknown>> = {
    'broker stopped': async (wait) => {
      await remote.stop();
      await wait();
      await remote.start();
    },
    'broker frozen': async (wait) => {
      remote.pause();
      await wait();
      remote.resume();
    },
    'connection cut': async () => tap.cut(),
    'connection stalled': async (wait) => {
      tap.stall();
      await wait();
      tap.resume();
    },
    'connection refused': async (wait) => {
      await tap.close();
      await wait();
      await tap.open();
    },
  };
  const done = new Map<string, number>();
  const end = performance.now() + durationMs;
  while (performance.now() < end) {
    await delay(random.whole(PEACE_MS.min, PEACE_MS.max));
    const kind = random.pick(Object.keys(kinds));
    done.set(kind, (done.get(kind) ?? 0) + 1);
    await kinds[kind]?.(() => delay(random.whole(DISTURBANCE_MS.min, DISTURBANCE_MS.max)));
  }
  return done;
}
