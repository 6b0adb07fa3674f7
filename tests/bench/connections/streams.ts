/** Many clients of the event stream at once, beside `node:http` that writes as many frames to as many clients. */
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { until } from '../../support/until.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import type { OwnFigures } from '../scaling/programs/own-figures.ts';
import type { ServerProcess } from '../server-process.ts';
import { quantile } from '../statistics.ts';
import { type Clients, simulate, startClients, startTelling, statusOf, untilStreams } from './played.ts';
import type { ClientsCount } from './telling.ts';
import { shareOfWholeMoments } from './whole-moments.ts';

export interface StreamsOptions {
  rounds: number;
  devices: readonly number[];
  clients: readonly number[];
  /** Milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

/** 10 Hz. */
const PERIOD_MS = 100;

interface Run {
  /** Events that the watched clients received over those due, of whole sample sets. */
  delivered: number;
  cpuPerEventUs: number;
  p50: number;
  p99: number;
  kibPerClient: number;
  /** Readings skipped for slow clients over those due to all clients. */
  coalesced: number;
}

/** A number of devices with a number of clients. */
interface Case {
  devices: number;
  clients: number;
  bare: Run[];
  service: Run[];
}

export async function measureStreams(options: StreamsOptions): Promise<Section> {
  const { rounds, durationMs, warmUpMs } = options;
  const cases = options.devices.flatMap((devices) =>
    options.clients.map((clients): Case => ({ devices, clients, bare: [], service: [] })),
  );
  const problems: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const each of cases) {
      each.bare.push(await runBare(each, options));
      each.service.push(await runService(each, options, problems));
    }
  }
  return {
    title: 'Event streams: many clients',
    method:
      'Simulated devices of 7 channels at 10 Hz, all sampled at the same time, neither stored nor published. The clients ' +
      'use raw sockets in another process and count every event and reading. Bare: `node:http` that writes frames of the ' +
      'same size at the same rate, with one `write` each. Processor time: of the whole process, including sampling, per ' +
      'event received. Delays: from the timestamp (whole milliseconds) to the arrival, at up to six clients. Events over ' +
      'those due: at the same clients, of sample sets wholly within the round. Memory: resident memory above that ' +
      'without the clients. At the end the devices disconnect, and each reading must have reached every client or count ' +
      `as skipped. ${rounds} rounds of ${durationMs} ms after ${warmUpMs} ms of warm-up, with fresh processes.`,
    results: cases.flatMap(resultsOf),
    problems,
  };
}

function runBare({ devices, clients }: Case, options: StreamsOptions): Promise<Run> {
  return withEnds(async (atEnd) => {
    const server = await startTelling(atEnd, 'bareStreams', { devices, periodMs: PERIOD_MS });
    return (await measure(atEnd, server, { devices, clients }, options, async () => {})).run;
  });
}

function runService({ devices, clients }: Case, options: StreamsOptions, problems: string[]): Promise<Run> {
  return withEnds(async (atEnd) => {
    const server = await startTelling(atEnd, 'streams', { devices, periodMs: PERIOD_MS });
    const { url } = server;
    // Once changed, the setting alone decides about the simulation.
    await simulate(url, true);
    await simulate(url, false);
    const before = await statusOf(url);
    const { run, all } = await measure(atEnd, server, { devices, clients }, options, async () => {
      await untilStreams(url, clients);
      await simulate(url, true);
    });
    await simulate(url, false);
    const after = await statusOf(url);
    const due = clients * (after.readings_total - before.readings_total);
    const leftOut = async (): Promise<number> => (await statusOf(url)).coalesced_total - before.coalesced_total;
    const isTold = async (): Promise<boolean> => (await all.ask()).readings + (await leftOut()) === due;
    await until('every reading to be told or counted as left out', isTold, PATIENCE_MS).catch(async () => {
      const { readings } = await all.ask();
      problems.push(
        `${devices} devices, ${clients} clients: of ${due} readings, ${readings} arrived and ${await leftOut()} were skipped.`,
      );
    });
    return { ...run, coalesced: (await leftOut()) / due };
  });
}

/** @param begin is called when the clients were started */
async function measure(
  atEnd: AtEnd,
  server: ServerProcess,
  { devices, clients }: Pick<Case, 'devices' | 'clients'>,
  { warmUpMs, durationMs }: StreamsOptions,
  begin: () => Promise<void>,
): Promise<{ run: Run; all: Clients }> {
  const empty = await ownFigures(server);
  const all = await startClients(atEnd, server.url, clients, 'quick');
  await begin();
  await delay(warmUpMs);
  server.tell('begin');
  const first = await all.ask();
  await delay(durationMs);
  const own = await server.ask<OwnFigures>('end');
  const last = await all.ask();
  return { run: runOf({ devices, clients }, empty, own, first, last), all };
}

function ownFigures(server: ServerProcess): Promise<OwnFigures> {
  server.tell('begin');
  return server.ask<OwnFigures>('end');
}

function runOf(
  { devices, clients }: Pick<Case, 'devices' | 'clients'>,
  empty: OwnFigures,
  own: OwnFigures,
  first: ClientsCount,
  last: ClientsCount,
): Run {
  const events = last.events - first.events;
  const moments = { devices, clients: last.watched, periodMs: PERIOD_MS, elapsedMs: own.elapsedMs };
  const of = (q: number): number => (last.delays.length > 0 ? quantile(last.delays, q) : Number.NaN);
  return {
    delivered: shareOfWholeMoments(last.stamps, moments),
    cpuPerEventUs: (own.cpuMs / events) * 1000,
    p50: of(0.5),
    p99: of(0.99),
    kibPerClient: ((own.residentMiB - empty.residentMiB) * 1024) / clients,
    coalesced: 0,
  };
}

function resultsOf({ devices, clients, bare, service }: Case): Result[] {
  const of = (runs: readonly Run[], key: keyof Run): number[] => runs.map((run) => run[key]);
  const name = `${devices} devices, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
  const both = (what: string, unit: string, key: keyof Run): Result[] => [
    resultOf(`${name}, bare: ${what}`, unit, of(bare, key)),
    resultOf(`${name}, Mensura: ${what}`, unit, of(service, key)),
  ];
  return [
    ...both('processor time per event', 'µs', 'cpuPerEventUs'),
    ...both('delay p50', 'ms', 'p50'),
    ...both('delay p99', 'ms', 'p99'),
    ...both('events received over those due', '', 'delivered'),
    // The memory of one client is within the noise of the process.
    ...(clients > 1 ? both('memory per client', 'KiB', 'kibPerClient') : []),
    resultOf(`${name}, Mensura: readings skipped over those due`, '', of(service, 'coalesced')),
  ];
}
