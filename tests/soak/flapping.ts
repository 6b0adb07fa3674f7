/**
 * The connection to the broker fails repeatedly and in every way: the broker stops or freezes, or the connection is
 * cut, stalled or refused. Every reading still arrives in order, and the service neither grows nor leaves files open.
 */

import { type AtEnd, withEnds } from '../support/ends.ts';
import { keepingBroker, quietBroker } from '../support/load/brokers.ts';
import { mediansOfThirds, ProcessWatch } from '../support/load/process-watch.ts';
import {
  addClients,
  clientStatus,
  dataFolder,
  type Load,
  startPublishing,
  untilDrained,
} from '../support/load/publishing.ts';
import { untilQuiet } from '../support/load/quiet.ts';
import { startWitness } from '../support/load/witness.ts';
import { Random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { Insides } from './endurance/insides.ts';
import { Samples } from './endurance/samples.ts';
import { causeDisturbances } from './support/disturbances.ts';
import { INSPECTED, Inspector } from './support/inspector.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { account, few, fromCommonStart } from './support/readings.ts';
import { startTap } from './support/tap.ts';

export interface FlappingOptions {
  load: Load;
  durationMs: number;
  seed: number;
}

/** Time between samples of the process, in milliseconds, each after a garbage collection. */
const SAMPLE_MS = 5000;

/**
 * Allowed growth from the first to the last third, in MiB: script memory, and resident memory, which V8 reserves and
 * frees in large pieces. Allowed growth of open files from start to end.
 */
const GROWTH = { script: 4, resident: 40, files: 8 };

export function flapping(options: FlappingOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { load, durationMs, seed }: FlappingOptions): Promise<Outcome> {
  const steady = await quietBroker(atEnd);
  const remote = await keepingBroker(atEnd);
  await remote.start();
  const tap = await startTap(atEnd, remote.port);
  const truth: string[] = [];
  const arrivals: string[] = [];
  await startWitness(atEnd, { port: steady.port, onLine: (reading) => truth.push(reading) });
  await startWitness(atEnd, { port: remote.port, onLine: (reading) => arrivals.push(reading) });
  const folder = await dataFolder(atEnd);
  const service = await startPublishing(atEnd, folder, load, { NODE_OPTIONS: INSPECTED });
  const inspector = await Inspector.connect(service.output());
  atEnd(() => inspector.close());
  const insides = new Insides(inspector);
  await insides.prepare();
  await addClients(service.url, { steady: steady.port, remote: tap.port });
  await until('readings at both brokers', () => truth.length > 0 && arrivals.length > 0);

  const pid = service.process.pid ?? 0;
  const watch = new ProcessWatch(pid, SAMPLE_MS);
  const filesAtStart = watch.files();
  const samples = new Samples(pid, insides);
  samples.start(SAMPLE_MS);
  const disturbances = await causeDisturbances({ tap, remote, durationMs, random: new Random(seed) });
  const settled = (load.devices * 1000) / load.periodMs;
  await untilDrained(service.url, 'remote', { atMost: settled, patienceMs: 120_000 });
  await samples.stop();
  const filesAtEnd = watch.files();
  inspector.close();
  const { dropped } = await clientStatus(service.url, 'remote');
  await service.stop();
  const rest = await startPublishing(atEnd, folder);
  await untilDrained(rest.url, 'steady');
  await untilDrained(rest.url, 'remote');
  await rest.stop();
  await untilQuiet(() => truth.length + arrivals.length);

  const { arrived, missing, unknown, repeated, late } = account(...fromCommonStart(truth, arrivals));
  const problems = new Problems();
  problems.unless(missing.length === 0, `${missing.length} readings never arrived: ${few(missing)}`);
  problems.unless(unknown.length === 0, `${unknown.length} readings arrived at only one broker: ${few(unknown)}`);
  problems.unless(late.length === 0, `${late.length} readings arrived out of order: ${few(late)}`);
  problems.unless(dropped === 0, `the service counts ${dropped} discarded messages`);
  problems.unless(tap.connections > 3, `only ${tap.connections} connections: too few for a test`);
  const script = thirds(samples.list.map(({ heapMiB }) => heapMiB));
  const resident = thirds(samples.list.map(({ residentMiB }) => residentMiB));
  problems.unless(script.growth < GROWTH.script, `script memory grew: ${script.words}`);
  problems.unless(resident.growth < GROWTH.resident, `resident memory grew: ${resident.words}`);
  problems.unless(
    filesAtEnd <= filesAtStart + GROWTH.files,
    `${filesAtEnd} files were open at the end, ${filesAtStart} at the start`,
  );
  return {
    facts: [
      `${Math.round(durationMs / 1000)} s (seed ${seed}): ${[...disturbances].map(([name, count]) => `${count} x ${name}`).join(', ')}`,
      `${arrived} readings in ${tap.connections} connections; ${missing.length} missing, ${late.length} out of order, ` +
        `${repeated.length} arrived twice; ${tap.repeats} repeated`,
      `medians of the first and the last third: script memory ${script.words}, resident ${resident.words}`,
      `open files: ${filesAtStart} at the start, ${Math.max(...samples.list.map(({ files }) => files))} at most, ${filesAtEnd} at the end`,
    ],
    problems: problems.list,
  };
}

/** Medians of the first and last third. */
function thirds(mebibytes: readonly number[]): { growth: number; words: string } {
  const [first, last] = mediansOfThirds(mebibytes);
  return { growth: last - first, words: `${first.toFixed(1)} → ${last.toFixed(1)} MiB` };
}
