/**
 * Days in minutes: registry, simulated devices, history, CSV files, alarms and an MQTT client in one process with fast
 * clocks and timers. Nothing grows without limit, and every reading is accounted for.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TYPESCRIPT_NODE_FLAGS } from '../../build/node-flags.ts';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { keepingBroker } from '../support/load/brokers.ts';
import { untilQuiet } from '../support/load/quiet.ts';
import { startWitness } from '../support/load/witness.ts';
import { momentOf } from './endurance/moments.ts';
import { figuresOf, sum } from './fast-clock/figures.ts';
import type { ProgramReport, ProgramTask, ToParent, ToProgram } from './fast-clock/report.ts';
import { judgeLooks } from './fast-clock/verdict.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { account, few } from './support/readings.ts';

export interface FastClockOptions {
  /** Virtual time. */
  hours: number;
}

/** Maximum speed relative to real time. */
const FACTOR = 2000;

/** A folder in memory, on Linux: a disk would have to synchronize a thousand times a second. */
const IN_MEMORY = '/dev/shm';

/** V8's space for new objects, in MiB. By default it doubles up to 64 MiB a thread, which hides all other growth. */
const YOUNG_MIB = 1;

const PROGRAM = fileURLToPath(new URL('fast-clock/program.ts', import.meta.url));
const PRELOAD = new URL('fast-clock/preload.ts', import.meta.url).href;

export function fastClock(options: FastClockOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { hours }: FastClockOptions): Promise<Outcome> {
  const begin = performance.now();
  const broker = await keepingBroker(atEnd);
  await broker.start();
  const arrivals: string[] = [];
  const onLine = (payload: string): void => {
    const moment = momentOf(JSON.parse(payload));
    if (moment !== undefined) arrivals.push(moment);
  };
  await startWitness(atEnd, { port: broker.port, onLine });
  const folder = await mkdtemp(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'mensura-fast-clock-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [dataDir, truthFile] = [join(folder, 'data'), join(folder, 'moments.txt')];
  await mkdir(dataDir);
  const report = await runProgram(
    atEnd,
    { hours, factor: FACTOR, port: broker.port, dataDir, truthFile },
    async (wish) => {
      if (wish === 'broker off') await broker.stop();
      else await broker.start();
    },
  );
  await untilQuiet(() => arrivals.length);
  const seconds = (performance.now() - begin) / 1000;

  const problems = new Problems();
  const { registry, stored, dropped, mqttDropped, readings, moments, kept, rows, alarms, alarmsLogged } = report;
  const total = sum(readings);
  problems.unless(total === registry, `${total} readings reported, ${registry} counted`);
  problems.unless(stored === registry, `the history stored ${stored} of ${registry}`);
  problems.unless(dropped === 0, `the history discarded ${dropped}`);
  problems.unless(mqttDropped === 0, `the MQTT client discarded ${mqttDropped}`);
  const unequal = (what: string, is: Record<string, number>, of: Record<string, number>): void => {
    for (const [device, count] of Object.entries(of)) {
      problems.unless(is[device] === count, `${device}: ${is[device]} ${what}, of ${count}`);
    }
  };
  unequal('readings in the hour aggregates', kept, readings);
  unequal('rows in CSV files', rows, moments);
  const truth = (await readFile(truthFile, 'utf8')).split('\n').slice(0, -1);
  const { missing, unknown, late, repeated } = account(truth, arrivals);
  problems.unless(missing.length === 0, `${missing.length} sample sets did not reach the subscriber: ${few(missing)}`);
  problems.unless(unknown.length === 0, `${unknown.length} sample sets only reached the subscriber: ${few(unknown)}`);
  problems.unless(late.length === 0, `${late.length} sample sets arrived out of order: ${few(late)}`);
  problems.unless(alarms > 0 && alarmsLogged === alarms, `${alarmsLogged} of ${alarms} alarms are in the log`);
  problems.unless(report.failed.length === 0, `${report.failed.length} errors were logged: ${few(report.failed)}`);
  const verdict = judgeLooks(report.looks, problems);
  const { csv } = report;
  const devices = Object.keys(rows).length;
  problems.unless(
    csv.files <= devices * csv.days,
    `${csv.files} CSV files for ${devices} devices and ${csv.days} days`,
  );
  const lost =
    missing.length +
    Math.max(0, registry - stored) +
    Math.max(0, registry - sum(kept)) +
    Math.max(0, sum(moments) - sum(rows));
  const came = { valid: truth.length, arrived: truth.length - missing.length, repeated: repeated.length };
  const figures = figuresOf({ hours, seconds, report, moments: came, lost, verdict });
  return { facts: figures.map(([name, value]) => `${name}: ${value}`), figures, problems: problems.list };
}

/** @param grant carries out requests of the program */
async function runProgram(
  atEnd: AtEnd,
  task: ProgramTask,
  grant: (wish: 'broker on' | 'broker off') => Promise<void>,
): Promise<ProgramReport> {
  const env = { ...process.env, TZ: 'UTC' };
  const flags = [...TYPESCRIPT_NODE_FLAGS, '--expose-gc', `--max-semi-space-size=${YOUNG_MIB}`, '--import', PRELOAD];
  const child = fork(PROGRAM, { execArgv: flags, env });
  endsWithUs(child);
  atEnd(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const reported = new Promise<ProgramReport>((resolve, reject) => {
    child.on('message', (message: ToParent) => {
      if ('report' in message) return resolve(message.report);
      grant(message.wish).then(() => child.send({ done: message.wish } satisfies ToProgram), reject);
    });
    child.once('exit', (code) => reject(new Error(`The program with the fast clock ended with code ${code}.`)));
  });
  child.send({ task } satisfies ToProgram);
  const report = await reported;
  await exited;
  return report;
}
