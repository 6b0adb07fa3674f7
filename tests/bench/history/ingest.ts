/** Writing many readings a second, beside one row for each in SQLite. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withEnds } from '../../support/ends.ts';
import { type ServerName, serverPath } from '../build-servers.ts';
import { type Result, resultOf, type Section, type Wanted } from '../results.ts';
import { messageOf, watchProcess } from '../watch.ts';
import type { IngestFigures, IngestTask } from './programs/load.ts';

export interface IngestOptions {
  rounds: number;
  /** Milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

const LOAD = { devices: 200, channels: 8, periodMs: 100 };
const WANTED_DELAY_MS = 10;
/** Time limit of a program beyond the measurement, in milliseconds. */
const GRACE_MS = 60_000;

export async function measureIngest({ rounds, warmUpMs, durationMs }: IngestOptions): Promise<Section> {
  const rows: IngestFigures[] = [];
  const history: IngestFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rows.push(await run('historyRows', { warmUpMs, durationMs }));
    history.push(await run('historyRecorder', { warmUpMs, durationMs }));
  }
  return {
    title: 'History: writing readings',
    method:
      `${LOAD.devices} generated devices with ${LOAD.channels} channels each, sampled every ${LOAD.periodMs} ms in groups ` +
      "10 ms apart. Mensura: the service's registry, recorder and store in a process of their own, with full " +
      'synchronization. Bare rows: `node:sqlite` on the main thread, WAL, `synchronous = FULL`, one row for each reading, ' +
      'one transaction a second. Processor time is that of all threads, including generation. The delay of the event ' +
      'loop is that of `monitorEventLoopDelay`, including its timer of 1 ms. ' +
      `${rounds} rounds of ${durationMs} ms in turn, with a fresh process and file, after ${warmUpMs} ms of warm-up.`,
    problems: [...problemsOf('bare rows', rows), ...problemsOf('Mensura', history)],
    results: [...resultsOf('bare rows', rows, durationMs), ...resultsOf('Mensura', history, durationMs, WANTED)],
  };
}

/** 16,000 a second, except at the edges of the time. */
const RATE = (0.99 * LOAD.devices * LOAD.channels * 1000) / LOAD.periodMs;

const WANTED = {
  rate: { is: 'at least', value: RATE, beside: 'bare rows: readings' },
  delay: { is: 'below', value: WANTED_DELAY_MS, beside: 'bare rows: event loop delay, p99' },
} as const;

function problemsOf(name: string, runs: readonly IngestFigures[]): string[] {
  return runs
    .filter(({ measured, stored, dropped }) => stored + dropped !== measured)
    .map(
      ({ measured, stored, dropped }) =>
        `${name}: of ${measured} readings, ${stored} are on disk and ${dropped} count as discarded.`,
    );
}

function run(program: ServerName, times: Pick<IngestTask, 'warmUpMs' | 'durationMs'>): Promise<IngestFigures> {
  return withEnds(async (atEnd) => {
    const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const task: IngestTask = { folder, ...LOAD, ...times };
    const child = fork(serverPath(program), [JSON.stringify(task)], { execArgv: [] });
    const exit = once(child, 'exit');
    const release = watchProcess(child, `The program ${program}`);
    atEnd(async () => {
      child.kill('SIGKILL');
      await exit;
    });
    const figures = await messageOf(child, program, times.warmUpMs + times.durationMs + GRACE_MS);
    // It then ends by itself.
    release();
    return figures as IngestFigures;
  });
}

function resultsOf(name: string, runs: readonly IngestFigures[], durationMs: number, wanted?: typeof WANTED): Result[] {
  const figure = (what: string, unit: string, pick: (run: IngestFigures) => number, of?: Wanted): Result =>
    resultOf(`${name}: ${what}`, unit, runs.map(pick), of);
  return [
    figure('readings', '1/s', ({ readings }) => readings / (durationMs / 1000), wanted?.rate),
    figure('share on disk at the end', '', ({ measured, stored }) => stored / measured),
    figure('share of one core', '', ({ cpu }) => cpu),
    figure('event loop delay, p50', 'ms', ({ delayP50 }) => delayP50),
    figure('event loop delay, p99', 'ms', ({ delayP99 }) => delayP99, wanted?.delay),
    figure('event loop delay, longest', 'ms', ({ delayMax }) => delayMax),
  ];
}
