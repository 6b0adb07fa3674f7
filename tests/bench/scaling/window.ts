/** The time in which a program is measured. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.ts';
import type { ClientFigures } from './programs/client.ts';
import type { OwnFigures } from './programs/own-figures.ts';
import type { Arrivals, ClientProcess } from './watchers.ts';

/** How long, in milliseconds. */
export interface Times {
  warmUpMs: number;
  durationMs: number;
}

/** What was found of it. */
export interface Window {
  own: OwnFigures;
  client: ClientFigures;
  delays: readonly number[];
}

/** How often the service is asked what it says of itself, in milliseconds. */
const LOOK_MS = 250;

/** @param look is called again and again meanwhile */
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
