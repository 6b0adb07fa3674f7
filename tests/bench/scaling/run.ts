/** One program under one load, with everything on. */

import { type AtEnd, withEnds } from '../../support/ends.ts';
import { quietBroker } from '../../support/load/brokers.ts';
import { addClients, untilDrained } from '../../support/load/publishing.ts';
import { until } from '../../support/until.ts';
import { readMetrics } from '../mqtt/snapshot.ts';
import { PATIENCE_MS } from '../patience.ts';
import { ServerProcess } from '../server-process.ts';
import { quantile } from '../statistics.ts';
import { type LeftOut, leftOutOf, missing, settledAccount } from './account.ts';
import { type Load, readingsPerSecond } from './load.ts';
import type { ClientFigures } from './programs/client.ts';
import type { OwnFigures } from './programs/own-figures.ts';
import { startClient, watchBroker } from './watchers.ts';
import { measure, type Times, type Window } from './window.ts';

export interface RunFigures extends OwnFigures, ClientFigures {
  load: Load;
  /**
   * Share of the channel readings due that were not sampled because of late timers, ignoring one sample set more or
   * less. NaN for the yardstick.
   */
  unsampled: number;
  /** The same share of those that the reader of the event stream did not receive in the window. */
  missed: number;
  /** Microseconds of processor time for each received one, of all threads and of the main thread. */
  cpuPerReading: number;
  mainCpuPerReading: number;
  /** Bytes freed by the main thread's garbage collections, for each. */
  garbagePerReading: number;
  /** Messages that the subscriber received in the window, and milliseconds from the timestamp of a reading to that. */
  messagesOfWindow: number;
  mqttP50: number;
  mqttP99: number;
  /** Longest time from the oldest reading of a commit to its end, in milliseconds. */
  historyLagMs: number;
  /** Readings that the service counts as skipped or discarded. */
  leftOut: LeftOut;
  /** Unaccounted readings, in sentences. */
  problems: string[];
}

/** The broker holds back and discards nothing, however slow the subscriber is. */
const WILLING = { settings: ['max_inflight_messages 0', 'max_queued_messages 0'] };

export interface Service {
  /** The file of a program built elsewhere. */
  built?: string;
  /** Whether to take a profile, and request nothing else. */
  isProfiled?: boolean;
}

export function runService(load: Load, times: Times, how: Service = {}): Promise<RunFigures> {
  return withEnds(async (atEnd) => {
    const broker = await quietBroker(atEnd, WILLING);
    const { built, isProfiled = false } = how;
    const program = built === undefined ? 'scalingService' : { file: built };
    const server = await start(atEnd, program, { ...load, isProfiled });
    const { url } = server;
    await addClients(url, { scaling: broker.port });
    // Once changed, the setting alone decides about the simulation.
    await simulate(url, true);
    await simulate(url, false);
    await untilDrained(url, 'scaling', { patienceMs: PATIENCE_MS });
    const before = await settledAccount(url);
    const client = await startClient(atEnd, url);
    const arrivals = await watchBroker(atEnd, broker.port);
    await simulate(url, true);
    const begin = performance.now();
    const looks: number[] = [];
    const look = async (): Promise<void> => {
      if (!isProfiled) looks.push((await readMetrics(url))('mensura_history_lag_seconds'));
    };
    const window = await measure(server, client, arrivals, times, look);
    await simulate(url, false);
    const elapsedMs = performance.now() - begin;
    const after = await settledAccount(url);
    const readings = after.readings - before.readings;
    const count = readings / load.channels;
    const dropped = after.unpublished - before.unpublished;
    const isThere = (): boolean => arrivals.messages + dropped >= count;
    await until('what was published to arrive', isThere, PATIENCE_MS).catch(() => {});
    const { readings: atReader } = await client.figures();
    const arrived = { atReader, atSubscriber: arrivals.messages * load.channels };
    return {
      ...figuresOf(load, window),
      unsampled: shareMissed(load, elapsedMs, readings),
      historyLagMs: Math.max(...looks) * 1000,
      leftOut: leftOutOf(load, before, after),
      problems: missing(load, before, after, arrived),
    };
  });
}

/** The yardstick. */
export function runBare(load: Load, times: Times): Promise<RunFigures> {
  return withEnds(async (atEnd) => {
    const broker = await quietBroker(atEnd, WILLING);
    const arrivals = await watchBroker(atEnd, broker.port);
    const server = await start(atEnd, 'scalingBare', { ...load, brokerPort: broker.port });
    const client = await startClient(atEnd, server.url);
    const window = await measure(server, client, arrivals, times, async () => undefined);
    const leftOut = { forReader: 0, forBroker: 0, forHistory: 0 };
    return { ...figuresOf(load, window), unsampled: Number.NaN, historyLagMs: Number.NaN, leftOut, problems: [] };
  });
}

async function start(atEnd: AtEnd, ...[program, input]: [Parameters<typeof ServerProcess.start>[0], object]) {
  const server = await ServerProcess.start(program, JSON.stringify(input));
  atEnd(() => server.stop());
  return server;
}

async function simulate(url: string, isOn: boolean): Promise<void> {
  const response = await fetch(`${url}/app/v1/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ simulate: isOn }),
  });
  if (!response.ok) throw new Error(`The settings answered ${response.status}: ${await response.text()}`);
}

function figuresOf(load: Load, { own, client, delays }: Window) {
  const { readingsOfWindow: readings } = client;
  const of = (q: number): number => (delays.length > 0 ? quantile(delays, q) : Number.NaN);
  return {
    load,
    ...own,
    ...client,
    missed: shareMissed(load, own.elapsedMs, readings),
    cpuPerReading: (own.cpuMs * 1000) / readings,
    mainCpuPerReading: (own.mainCpuMs * 1000) / readings,
    garbagePerReading: own.garbageBytes / readings,
    messagesOfWindow: delays.length,
    mqttP50: of(0.5),
    mqttP99: of(0.99),
  };
}

/** The share of readings due that is missing, ignoring one sample set more or less. */
function shareMissed(load: Load, elapsedMs: number, readings: number): number {
  const due = (readingsPerSecond(load) * elapsedMs) / 1000;
  return Math.max(0, due - readings - load.devices * load.channels) / due;
}
