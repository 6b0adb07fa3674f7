/** Many remote Mensuras over one broker: what they cost the one that shows them, beside MQTT.js that only parses. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Gateways, ReadingsEvent } from '../../../service/contract/index.ts';
import { until } from '../../contract/support/until.ts';
import { quietBroker } from '../../soak/support/brokers.ts';
import { type AtEnd, withEnds } from '../../soak/support/ends.ts';
import { addClients, dataFolder, send, startPublishing } from '../../soak/support/publishing.ts';
import { openEventStream } from '../event-stream.ts';
import { mqttObstacle } from '../mqtt/obstacle.ts';
import { cpuSeconds, residentMiB } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { quantile } from '../statistics.ts';
import { startChild } from './child.ts';
import type { BareReaderCount, BareReaderTask } from './programs/bare-reader.ts';
import type { RemotesCount, RemotesTask } from './programs/remotes.ts';

export interface FleetOptions {
  rounds: number;
  remotes: number;
  /** Of each remote. */
  instruments: number;
  /** Milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

/** How often each instrument measures, in milliseconds. */
const PERIOD_MS = 1000;

/** So much of what was sent must have arrived at least, or the round shows nothing. */
const LEAST_SHARE = 0.95;

/** Whoever reads what the remotes publish. */
interface Reader {
  pid: number;
  /** Resident memory before any remote was there, in MiB. */
  emptyMiB: number;
  /** Resolves when all instruments are there. */
  complete(): Promise<void>;
  /** Milliseconds from the time stamps of the readings that came since the last call. */
  delays(): Promise<number[]>;
}

interface Run {
  perSecond: number;
  /** Share of one core. */
  cpu: number;
  cpuPerReadingUs: number;
  kibPerInstrument: number;
  p50: number;
  p99: number;
}

type Start = (atEnd: AtEnd, port: number, instruments: number) => Promise<Reader>;

export async function measureFleet(options: FleetOptions): Promise<Section> {
  const { rounds, remotes, instruments, durationMs, warmUpMs } = options;
  const section: Section = {
    title: 'Many Mensuras over one broker',
    method:
      `${remotes} played remotes with ${instruments} instruments each (1 or 7 channels), one message per instrument ` +
      `and second, QoS 1, through Mosquitto. Mensura: the headless service with one gateway entry \`fleet/+\`; a reading ` +
      'has arrived when its event came out of `/app/v1/events`. Bare: MQTT.js that subscribes to the measurements and ' +
      'parses them. The time of a reading is the time stamp in its payload, cut to whole milliseconds, by the one clock ' +
      'of the machine. Memory: resident set against that before the first remote came. ' +
      `${rounds} rounds of ${durationMs} ms in turn, each with fresh processes, after ${warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const bare: Run[] = [];
  const service: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await run(startBare, options));
    service.push(await run(startMensura, options));
  }
  return { ...section, results: resultsOf(bare, service) };
}

const startBare: Start = async (atEnd, port) => {
  const child = await startChild<BareReaderCount>(atEnd, 'bareReader', { port } satisfies BareReaderTask);
  return {
    pid: child.pid,
    emptyMiB: residentMiB(child.pid),
    complete: async () => {},
    delays: async () => (await child.ask()).delays,
  };
};

const startMensura: Start = async (atEnd, port, instruments) => {
  const service = await startPublishing(atEnd, await dataFolder(atEnd));
  await addClients(service.url, { broker: port });
  const entry = { kind: 'mqtt', name: 'Fleet', client: 'broker', prefix: 'fleet/+' };
  const { status, body } = await send(service.url, 'POST', '/app/v1/gateways', entry);
  if (status !== 201) throw new Error(`The gateway was refused: ${JSON.stringify(body)}`);
  const state = async (): Promise<Gateways['gateways'][number]['status'] | undefined> => {
    const { gateways } = (await (await fetch(`${service.url}/app/v1/gateways`)).json()) as Gateways;
    return gateways[0]?.status;
  };
  await until('the gateway to be online', async () => (await state())?.state === 'online');
  const pid = service.process.pid ?? 0;
  const emptyMiB = residentMiB(pid);
  let delays: number[] = [];
  const stream = await openEventStream(service.url, (name, data) => {
    if (name === 'readings') delays.push(Date.now() - Date.parse((data as ReadingsEvent).timestamp));
  });
  atEnd(() => stream.close());
  return {
    pid,
    emptyMiB,
    complete: async () => {
      await until('all instruments', async () => (await state())?.instruments === instruments, 60_000);
    },
    delays: async () => {
      const came = delays;
      delays = [];
      return came;
    },
  };
};

function run(start: Start, { remotes, instruments, warmUpMs, durationMs }: FleetOptions): Promise<Run> {
  return withEnds(async (atEnd) => {
    const { port } = await quietBroker(atEnd);
    const all = remotes * instruments;
    const reader = await start(atEnd, port, all);
    const task: RemotesTask = { port, remotes, instruments, periodMs: PERIOD_MS };
    const fleet = await startChild<RemotesCount>(atEnd, 'remotes', task);
    await reader.complete();
    await delay(warmUpMs);
    const before = { sent: (await fleet.ask()).sent, cpu: cpuSeconds(reader.pid), at: performance.now() };
    await reader.delays();
    await delay(durationMs);
    const delays = await reader.delays();
    const seconds = (performance.now() - before.at) / 1000;
    const cpu = cpuSeconds(reader.pid) - before.cpu;
    const { sent, skipped } = await fleet.ask();
    const share = delays.length / (sent - before.sent);
    if (skipped > 0) throw new Error(`The remotes left out ${skipped} readings: the round shows nothing.`);
    if (share < LEAST_SHARE) throw new Error(`Only ${Math.round(share * 100)} % of the readings arrived.`);
    return {
      perSecond: delays.length / seconds,
      cpu: cpu / seconds,
      cpuPerReadingUs: (cpu / delays.length) * 1e6,
      kibPerInstrument: ((residentMiB(reader.pid) - reader.emptyMiB) * 1024) / all,
      p50: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
    };
  });
}

function resultsOf(bare: readonly Run[], service: readonly Run[]): Result[] {
  const figure = (what: string, unit: string, key: keyof Run): Result[] => [
    resultOf(
      `bare MQTT.js: ${what}`,
      unit,
      bare.map((one) => one[key]),
    ),
    resultOf(
      `Mensura: ${what}`,
      unit,
      service.map((one) => one[key]),
    ),
  ];
  return [
    ...figure('readings that arrived', '1/s', 'perSecond'),
    ...figure('share of one core', '', 'cpu'),
    ...figure('processor time of a reading', 'µs', 'cpuPerReadingUs'),
    ...figure('memory of an instrument', 'KiB', 'kibPerInstrument'),
    ...figure('reading to reader, p50', 'ms', 'p50'),
    ...figure('reading to reader, p99', 'ms', 'p99'),
  ];
}
