/**
 * The way to the broker fails again and again, in every manner: the broker is stopped and started, frozen, the
 * connection is cut, stalled or refused. Every reading arrives in order all the same, and the service neither grows nor
 * keeps files open.
 */
import { until } from '../contract/support/until.ts';
import { keepingBroker, quietBroker } from './support/brokers.ts';
import { type AtEnd, withEnds } from './support/ends.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { ProcessWatch } from './support/process-watch.ts';
import {
  addClients,
  clientStatus,
  dataFolder,
  type Load,
  startPublishing,
  untilDrained,
} from './support/publishing.ts';
import { untilQuiet } from './support/quiet.ts';
import { Random } from './support/random.ts';
import { account, few, fromCommonStart } from './support/readings.ts';
import { startTap } from './support/tap.ts';
import { makeTrouble } from './support/trouble.ts';
import { startWitness } from './support/witness.ts';

export interface FlappingOptions {
  load: Load;
  durationMs: number;
  seed: number;
}

/** How often the process is looked at, in milliseconds. */
const SAMPLE_MS = 1000;

/** Memory that the last third may have more than the first, in MiB, and open files at the end more than at the start. */
const GROWTH = { mebibytes: 40, files: 8 };

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
  const service = await startPublishing(atEnd, folder, load);
  await addClients(service.url, { steady: steady.port, remote: tap.port });
  await until('readings at both brokers', () => truth.length > 0 && arrivals.length > 0);

  const watch = new ProcessWatch(service.process.pid ?? 0, SAMPLE_MS);
  atEnd(() => watch.stop());
  watch.start();
  const troubles = await makeTrouble({ tap, remote, durationMs, random: new Random(seed) });
  const settled = (load.devices * 1000) / load.periodMs;
  await untilDrained(service.url, 'remote', { atMost: settled, patienceMs: 120_000 });
  const filesAtEnd = watch.files();
  watch.stop();
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
  problems.unless(unknown.length === 0, `${unknown.length} readings arrived at one broker alone: ${few(unknown)}`);
  problems.unless(late.length === 0, `${late.length} readings arrived out of order: ${few(late)}`);
  problems.unless(dropped === 0, `the service says that it dropped ${dropped}`);
  problems.unless(tap.connections > 3, `only ${tap.connections} connections: hardly anything was tried`);
  const [first, last] = watch.thirds();
  problems.unless(last - first < GROWTH.mebibytes, `memory grew from ${first.toFixed(1)} to ${last.toFixed(1)} MiB`);
  const { filesAtStart } = watch;
  problems.unless(
    filesAtEnd <= filesAtStart + GROWTH.files,
    `${filesAtEnd} files were open at the end, ${filesAtStart} at the start`,
  );
  return {
    facts: [
      `${Math.round(durationMs / 1000)} s (seed ${seed}): ${[...troubles].map(([name, count]) => `${count} x ${name}`).join(', ')}`,
      `${arrived} readings in ${tap.connections} connections; ${missing.length} missing, ${late.length} out of order, ` +
        `${repeated.length} arrived twice; ${tap.repeats} sent again`,
      `resident memory: median of the first third ${first.toFixed(1)} MiB, of the last ${last.toFixed(1)} MiB`,
      `open files: ${filesAtStart} at the start, ${watch.mostFiles} at most, ${filesAtEnd} at the end`,
    ],
    problems: problems.list,
  };
}
