/** Readers of the remotes: the service, and MQTT.js that only parses. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Gateways, ReadingsEvent } from '../../../service/contract/index.ts';
import type { AtEnd } from '../../support/ends.ts';
import { addClients, dataFolder, send } from '../../support/load/publishing.ts';
import { until } from '../../support/until.ts';
import { openEventStream } from '../event-stream.ts';
import { readMetrics } from '../mqtt/snapshot.ts';
import { PATIENCE_MS } from '../patience.ts';
import { residentMiB } from '../process-figures.ts';
import { startWatchedPublishing } from '../services.ts';
import { startChild } from './child.ts';
import type { BareReaderCount, BareReaderTask } from './programs/bare-reader.ts';

/** Number and interval (milliseconds) of checks without arrivals after which nothing more is expected. */
const QUIET_LOOKS = 4;
const LOOK_MS = 250;

/** A reader of the remotes. */
export interface Reader {
  pid: number;
  /** Resident memory before the first remote connects, in MiB. */
  emptyMiB: number;
  /** Resolves when all devices are connected. */
  complete(): Promise<void>;
  /** Arrivals since the last call. */
  came(): Promise<Came>;
}

export interface Came {
  /** Delays of the sample sets, in milliseconds. */
  delays: readonly number[];
  /** Their channel readings. */
  readings: number;
  /** Channel readings skipped and counted. */
  leftOut: number;
}

export type Start = (atEnd: AtEnd, port: number, instruments: number) => Promise<Reader>;

export const startBare: Start = async (atEnd, port) => {
  const child = await startChild<BareReaderCount>(atEnd, 'bareReader', { port } satisfies BareReaderTask);
  return {
    pid: child.pid,
    emptyMiB: residentMiB(child.pid),
    complete: async () => {},
    came: async () => ({ ...(await child.ask()), leftOut: 0 }),
  };
};

export const startMensura: Start = async (atEnd, port, instruments) => {
  const service = await startWatchedPublishing(atEnd, await dataFolder(atEnd));
  await addClients(service.url, { broker: port });
  const entry = { kind: 'mqtt', name: 'Fleet', client: 'broker', prefix: 'fleet/+' };
  const { status, body } = await send(service.url, 'POST', '/app/v1/gateways', entry);
  if (status !== 201) throw new Error(`The gateway was refused: ${JSON.stringify(body)}`);
  const state = async (): Promise<Gateways['gateways'][number]['status'] | undefined> => {
    const { gateways } = (await (await fetch(`${service.url}/app/v1/gateways`)).json()) as Gateways;
    return gateways[0]?.status;
  };
  await until('the gateway to be online', async () => (await state())?.state === 'online', PATIENCE_MS);
  const pid = service.process.pid ?? 0;
  const emptyMiB = residentMiB(pid);
  const coalesced = async (): Promise<number> => (await readMetrics(service.url))('mensura_coalesced_total');
  let delays: number[] = [];
  let readings = 0;
  let leftOutBefore = 0;
  const stream = await openEventStream(service.url, (name, data) => {
    if (name !== 'readings') return;
    const { timestamp, values } = data as ReadingsEvent;
    delays.push(Date.now() - Date.parse(timestamp));
    readings += Object.keys(values).length;
  });
  atEnd(() => stream.close());
  return {
    pid,
    emptyMiB,
    complete: async () => {
      await until('all instruments', async () => (await state())?.instruments === instruments, PATIENCE_MS);
    },
    came: async () => {
      const leftOut = await coalesced();
      const came = { delays, readings, leftOut: leftOut - leftOutBefore };
      delays = [];
      readings = 0;
      leftOutBefore = leftOut;
      return came;
    },
  };
};

/**
 * Waits until no more readings arrive.
 * @param due channel readings still due, received or skipped, if known
 * @returns the arrivals
 */
export async function settled(reader: Reader, due = 0): Promise<Came> {
  const all: Came = { delays: [], readings: 0, leftOut: 0 };
  const deadline = performance.now() + PATIENCE_MS;
  const isOver = (quiet: number): boolean => quiet >= QUIET_LOOKS && all.readings + all.leftOut >= due;
  for (let quiet = 0; !isOver(quiet) && performance.now() < deadline; ) {
    await delay(LOOK_MS);
    const { readings, leftOut } = await reader.came();
    all.readings += readings;
    all.leftOut += leftOut;
    quiet = readings === 0 ? quiet + 1 : 0;
  }
  return all;
}
