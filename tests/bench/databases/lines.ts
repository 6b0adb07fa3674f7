/** What writing readings to a database costs, beside MQTT.js that publishes as many. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseInput } from '../../../service/contract/index.ts';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { quietBroker } from '../../support/load/brokers.ts';
import { send } from '../../support/load/publishing.ts';
import { until } from '../../support/until.ts';
import type { ServerName } from '../build-servers.ts';
import { simulate } from '../connections/played.ts';
import { BrokerCounter, COUNTED } from '../mqtt/broker-counter.ts';
import { mqttObstacle } from '../mqtt/obstacle.ts';
import type { RecordedMessage, Rhythm } from '../mqtt/programs/publisher.ts';
import { startPublisher } from '../mqtt/publisher-process.ts';
import { record } from '../mqtt/recording.ts';
import { readMetrics } from '../mqtt/snapshot.ts';
import { PATIENCE_MS } from '../patience.ts';
import { cpuSeconds } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import type { Load } from '../scaling/load.ts';
import { ServerProcess } from '../server-process.ts';
import type { SinkCount } from './programs/sink.ts';

export interface LinesOptions {
  rounds: number;
  /** Readings of the warm-up, and milliseconds of the measurement. */
  warmUp: number;
  durationMs: number;
}

/** 10,000 readings per second: as many as fit into a line, and one in each line. */
const LOADS = {
  '7 channels': { devices: 100, channels: 7, periodMs: 70 },
  '1 channel': { devices: 500, channels: 1, periodMs: 50 },
} as const satisfies Record<string, Load>;

type LoadName = keyof typeof LOADS;

/** Readings per second, and microseconds of processor time for each. */
interface Run {
  perSecond: number;
  cpu: number;
}

/** Half a second of single readings, so that a slow machine does not fill the memory. */
const IN_FLIGHT = 5000;

const BARE = 'bare MQTT.js, a message per reading';
const BARE_SETS = 'bare MQTT.js, a message per 7 readings';

/** Most that the line writer may cost of the bare client. */
const MOST = 1.5;

export async function measureLines(options: LinesOptions): Promise<Section> {
  const { rounds, warmUp, durationMs } = options;
  const section: Section = {
    title: 'Databases: writing lines',
    method:
      '10,000 readings per second: simulated devices of 7 channels (100 at 70 ms, a line has 7 readings) or of 1 channel ' +
      '(500 at 50 ms). Mensura is the headless service, which also samples them and stores them in its history: once ' +
      'without a database, and once with one (defaults, so with gzip): a `node:http` server in a process of its own that ' +
      'answers 204. The line writer is the difference of the two. Bare MQTT.js publishes recorded readings with the ' +
      'current time to Mosquitto (QoS 1), as many and as often as the devices of 7 channels: each in a message, or the 7 ' +
      `of a device together. It skips periods while ${IN_FLIGHT} messages are in flight. Processor time: of the whole ` +
      'process, user and system (`/proc`), per reading in the registry or at the broker. At the end of a round, the ' +
      `server must have every reading. ${rounds} rounds of ${durationMs} ms in turn, ` +
      `with fresh processes, after ${warmUp} readings of warm-up.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
  try {
    const publish = await publishers(folder, options);
    const runs = new Map<string, Run[]>();
    const problems: string[] = [];
    const add = (label: string, run: Run): unknown => runs.set(label, [...(runs.get(label) ?? []), run]);
    for (let round = 0; round < rounds; round += 1) {
      for (const [label, run] of Object.entries(publish)) add(label, await run());
      for (const name of Object.keys(LOADS) as LoadName[]) {
        for (const hasDatabase of [false, true]) {
          add(labelOf(name, hasDatabase), await runService(LOADS[name], hasDatabase, options, problems));
        }
      }
    }
    return { ...section, results: resultsOf(runs), problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function labelOf(name: LoadName, hasDatabase: boolean): string {
  return `Mensura, ${name}, ${hasDatabase ? 'one database' : 'no database'}`;
}

/** The yardsticks by label. */
async function publishers(folder: string, options: LinesOptions): Promise<Record<string, () => Promise<Run>>> {
  const { messages } = await record(folder);
  const { devices, channels, periodMs } = LOADS['7 channels'];
  const single = await stored(folder, 'single.json', messages.flatMap(divided));
  const sets = await stored(
    folder,
    'sets.json',
    messages.filter((message) => divided(message).length === channels),
  );
  return {
    [BARE]: () => runBare(single, { perPeriod: devices * channels, periodMs }, 1, options),
    [BARE_SETS]: () => runBare(sets, { perPeriod: devices, periodMs }, channels, options),
  };
}

/** A message for each of its readings. */
function divided({ topic, payload }: RecordedMessage): RecordedMessage[] {
  const { values, ...others } = JSON.parse(payload) as { values: Record<string, unknown> };
  return Object.entries(values).map(([channel, value]) => ({
    topic: `${topic}/${channel}`,
    payload: JSON.stringify({ ...others, values: { [channel]: value } }),
  }));
}

/** @returns the path of a file with them */
async function stored(folder: string, name: string, messages: readonly RecordedMessage[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(messages));
  return path;
}

/** @param readings in each message */
function runBare(
  recording: string,
  rhythm: Rhythm,
  readings: number,
  { warmUp, durationMs }: LinesOptions,
): Promise<Run> {
  return withEnds(async (atEnd) => {
    const broker = await quietBroker(atEnd, { settings: COUNTED });
    const counter = new BrokerCounter();
    await counter.start(atEnd, broker.port);
    const manner = { rhythm: { ...rhythm, inFlight: IN_FLIGHT } };
    const { pid } = startPublisher(atEnd, { port: broker.port, recording, manner });
    await counter.reaches(warmUp / readings);
    const span = { before: counter.messages, supply: Number.POSITIVE_INFINITY, warmUpMs: 0, durationMs };
    const rate = await counter.rate(span, () => [cpuSeconds(pid)]);
    if (!rate) throw new Error('The broker was given no more messages.');
    const [cpu = Number.NaN] = rate.probed;
    return { perSecond: rate.perSecond * readings, cpu: (cpu / rate.messages / readings) * 1e6 };
  });
}

function runService(load: Load, hasDatabase: boolean, options: LinesOptions, problems: string[]): Promise<Run> {
  return withEnds(async (atEnd) => {
    const { url, pid } = await start(atEnd, 'scalingService', { ...load, isProfiled: false });
    // Once changed, the setting alone decides about the simulation.
    await simulate(url, true);
    await simulate(url, false);
    const before = await readingsOf(url);
    const sink = hasDatabase ? await addSink(atEnd, url) : undefined;
    await simulate(url, true);
    const isWarm = async (): Promise<boolean> => (await readingsOf(url)) - before >= options.warmUp;
    await until('the readings of the warm-up', isWarm, PATIENCE_MS);
    const first = { at: performance.now(), readings: await readingsOf(url), cpu: cpuSeconds(pid) };
    await delay(options.durationMs);
    const last = { at: performance.now(), readings: await readingsOf(url), cpu: cpuSeconds(pid) };
    if (sink) {
      await simulate(url, false);
      const due = (await readingsOf(url)) - before;
      const count = (): Promise<SinkCount> => sink.ask<SinkCount>('count');
      await until('every reading to be written', async () => (await count()).readings >= due, PATIENCE_MS).catch(
        () => {},
      );
      const { readings } = await count();
      if (readings !== due) problems.push(`Of ${due} readings, ${readings} reached the database.`);
    }
    const readings = last.readings - first.readings;
    return { perSecond: (readings / (last.at - first.at)) * 1000, cpu: ((last.cpu - first.cpu) / readings) * 1e6 };
  });
}

async function start(atEnd: AtEnd, name: ServerName, input: object): Promise<ServerProcess> {
  const server = await ServerProcess.start(name, JSON.stringify(input));
  atEnd(() => server.stop());
  return server;
}

/** Adds a database on a server of its own. */
async function addSink(atEnd: AtEnd, url: string): Promise<ServerProcess> {
  const sink = await start(atEnd, 'sink', {});
  const input: DatabaseInput = { kind: 'line-protocol', name: 'bench', url: `${sink.url}/write` };
  const { status, body } = await send(url, 'POST', '/app/v1/databases', input);
  if (status !== 201) throw new Error(`The database was answered with ${status}: ${JSON.stringify(body)}`);
  return sink;
}

async function readingsOf(url: string): Promise<number> {
  return (await readMetrics(url))('mensura_readings_total');
}

function resultsOf(runs: ReadonlyMap<string, readonly Run[]>): Result[] {
  const figures = (what: string, unit: string, pick: (run: Run) => number): Result[] =>
    [...runs].map(([label, each]) => resultOf(`${label}: ${what}`, unit, each.map(pick)));
  const cpuOf = (label: string): number[] => (runs.get(label) ?? []).map(({ cpu }) => cpu);
  const bare = cpuOf(BARE);
  const what = 'processor time per reading';
  const ratios = (Object.keys(LOADS) as LoadName[]).flatMap((name) => {
    const without = cpuOf(labelOf(name, false));
    const whole = cpuOf(labelOf(name, true));
    const writer = whole.map((cpu, round) => cpu - (without[round] ?? Number.NaN));
    const over = (cpus: readonly number[]): number[] => cpus.map((cpu, round) => cpu / (bare[round] ?? Number.NaN));
    const wanted = { is: 'below', value: MOST, beside: `${BARE}: ${what}` } as const;
    return [
      resultOf(`line writer, ${name}: ${what}`, 'µs', writer),
      resultOf(`line writer, ${name}, over ${BARE}: ${what}`, '', over(writer), wanted),
      resultOf(`${labelOf(name, true)}, over ${BARE}: ${what}`, '', over(whole)),
    ];
  });
  return [
    ...figures('readings', '1/s', ({ perSecond }) => perSecond),
    ...figures(what, 'µs', ({ cpu }) => cpu),
    ...ratios,
  ];
}
