/** The time window of a measurement. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.ts';
import type { ClientFigures } from './programs/client.ts';
import type { OwnFigures } from './programs/own-figures.ts';
import type { Arrivals, ClientProcess } from './watchers.ts';

/** Length in milliseconds. */
export interface Times {
  warmUpMs: number;
  durationMs: number;
}

/** Its result. */
export interface Window {
  own: OwnFigures;
  client: ClientFigures;
  delays: readonly number[];
}

/** Time between requests for the service's counters, in milliseconds. */
const LOOK_MS = 250;

/** @param look called repeatedly during the window */
export async function measure(
  server: ServerProcess,
  client: ClientProcess,
  arrivals: Arrivals,
  { warmUpMs, durationMs }: Times,
  look: () => Promise<unknown>,
): Promise<Window> {
  await delay(warmUpMs);
  server.tell('begin');
  client.begin();
  arrivals.begin();
  const end = performance.now() + durationMs;
  while (performance.now() < end) {
    await delay(Math.min(LOOK_MS, end - performance.now()));
    await look();
  }
  const delays = [...arrivals.delays];
  const [own, ofClient] = await Promise.all([server.ask<OwnFigures>('end'), client.figures()]);
  return { own, client: ofClient, delays };
}
