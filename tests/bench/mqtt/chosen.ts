/** What a choice of readings costs the main thread: all readings beside a hundredth of them. */
import type { ReadingChoice } from '../../../service/contract/index.ts';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { quietBroker } from '../../support/load/brokers.ts';
import { clientStatus, dataFolder, type Load, send, startPublishing } from '../../support/load/publishing.ts';
import { until } from '../../support/until.ts';
import { mainThreadSeconds } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { mqttObstacle } from './obstacle.ts';
import { takeSnapshot } from './snapshot.ts';

export interface ChosenOptions {
  rounds: number;
  warmUpMs: number;
  durationMs: number;
  load: Load;
}

/** Of the readings, this part is published. */
const PART = 100;

interface Run {
  /** Microseconds of the main thread per reading. */
  cpu: number;
  /** Messages per reading. */
  share: number;
}

const ALL = 'all readings';

function choicesFor({ periodMs }: Load): Readonly<Record<string, Partial<ReadingChoice>>> {
  const seconds = (PART * periodMs) / 1000;
  return {
    [ALL]: {},
    'newest of an interval': { interval_s: seconds },
    'mean of an interval': { interval_s: seconds, interval_value: 'mean' },
    // No change is as large, so that each channel is sent after its longest silence.
    deadband: { only_changes: true, deadband: 1e9, longest_silence_s: seconds },
  };
}

/** @param options its period times 100 must be whole seconds */
export async function measureChosen(options: ChosenOptions): Promise<Section> {
  const { rounds, warmUpMs, durationMs, load } = options;
  const section: Section = {
    title: 'MQTT: chosen readings',
    method:
      `${load.devices} simulated devices at ${load.periodMs} ms, QoS 1, to Mosquitto on the same machine, once with ` +
      `every reading and with choices that publish one of ${PART}. Processor time is that of the service's main thread ` +
      '(`/proc/.../task/.../schedstat`), which samples, filters, writes payloads and runs the MQTT session; history and ' +
      'other threads do the same work in all runs. ' +
      `${rounds} rounds of ${durationMs} ms in turn, with fresh processes, after ${warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const choices = Object.entries(choicesFor(load));
  const runs = new Map<string, Run[]>(choices.map(([label]) => [label, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [label, choice] of choices) {
      runs.get(label)?.push(await withEnds((atEnd) => runOne(atEnd, choice, options)));
    }
  }
  return { ...section, results: resultsOf(runs) };
}

async function runOne(atEnd: AtEnd, readings: Partial<ReadingChoice>, options: ChosenOptions): Promise<Run> {
  const { port } = await quietBroker(atEnd);
  const { url, process: child } = await startPublishing(atEnd, await dataFolder(atEnd), options.load);
  const { pid } = child;
  if (pid === undefined) throw new Error('The service did not start.');
  const client = { identifier: 'chosen', host: '127.0.0.1', port, advanced: { readings } };
  const { status } = await send(url, 'POST', '/app/v1/mqtt/clients', client);
  if (status !== 201) throw new Error(`The client was answered with ${status}.`);
  await until('the client to be online', async () => (await clientStatus(url, 'chosen')).state === 'online');
  await pause(options.warmUpMs);
  const before = { ...(await figures(url)), seconds: mainThreadSeconds(pid) };
  await pause(options.durationMs);
  const after = { ...(await figures(url)), seconds: mainThreadSeconds(pid) };
  const taken = after.readings - before.readings;
  return {
    cpu: ((after.seconds - before.seconds) / taken) * 1e6,
    share: (after.published - before.published) / taken,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function figures(url: string): Promise<{ readings: number; published: number }> {
  const { channelReadings, published } = await takeSnapshot(url);
  return { readings: channelReadings, published };
}

function resultsOf(runs: ReadonlyMap<string, readonly Run[]>): Result[] {
  const all = runs.get(ALL) ?? [];
  const others = [...runs].filter(([label]) => label !== ALL);
  const ratios = ([label, each]: (typeof others)[number]): Result => {
    const ratio = each.map(({ cpu }, round) => cpu / (all[round]?.cpu ?? Number.NaN));
    const wanted = { is: 'below', value: 1, beside: `${ALL}: main thread` } as const;
    return resultOf(`${label} over ${ALL}: main thread`, '', ratio, wanted);
  };
  return [
    ...[...runs].map(([label, each]) =>
      resultOf(
        `${label}: main thread`,
        'µs',
        each.map(({ cpu }) => cpu),
      ),
    ),
    ...others.map(ratios),
    ...[...runs].map(([label, each]) =>
      resultOf(
        `${label}: messages per reading`,
        '',
        each.map(({ share }) => share),
      ),
    ),
  ];
}
