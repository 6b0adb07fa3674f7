/** Many readings a second to disk: what they cost, beside one row for each in SQLite. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withEnds } from '../../soak/support/ends.ts';
import { type ServerName, serverPath } from '../build-servers.ts';
import { type Result, resultOf, type Section, type Wanted } from '../results.ts';
import type { IngestFigures, IngestTask } from './programs/load.ts';

export interface IngestOptions {
  rounds: number;
  /** Milliseconds. */
  warmUpMs: number;
  durationMs: number;
}

const LOAD = { devices: 200, channels: 8, periodMs: 100 };
const WANTED_DELAY_MS = 10;
/** How much longer than it measures a program may take, in milliseconds. */
const GRACE_MS = 60_000;

export async function measureIngest({ rounds, warmUpMs, durationMs }: IngestOptions): Promise<Section> {
  const rows: IngestFigures[] = [];
  const history: IngestFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rows.push(await run('historyRows', { warmUpMs, durationMs }));
    history.push(await run('historyRecorder', { warmUpMs, durationMs }));
  }
  return {
    title: 'History: readings to disk',
    method:
      `${LOAD.devices} played instruments with ${LOAD.channels} channels each, every ${LOAD.periodMs} ms, in turns of ` +
      '10 ms. Mensura: registry, recorder and store of the service in a process of their own, synchronised in full. ' +
      'Bare: `node:sqlite` on the main thread, WAL, `synchronous = FULL`, one row for each reading, one transaction each ' +
      'second. Processor time of all threads, playing included. The delay of the event loop by `monitorEventLoopDelay` ' +
      'with a timer of 1 ms, which is in the figures. ' +
      `${rounds} rounds of ${durationMs} ms in turn, each with a fresh process and file, after ${warmUpMs} ms of warm-up.`,
    results: [...resultsOf('bare rows', rows, durationMs), ...resultsOf('Mensura', history, durationMs, WANTED)],
  };
}

const WANTED: Wanted = { is: 'below', value: WANTED_DELAY_MS };

function run(program: ServerName, times: Pick<IngestTask, 'warmUpMs' | 'durationMs'>): Promise<IngestFigures> {
  return withEnds(async (atEnd) => {
    const folder = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const task: IngestTask = { folder, ...LOAD, ...times };
    const child = fork(serverPath(program), [JSON.stringify(task)], { execArgv: [] });
    const exit = once(child, 'exit');
    atEnd(async () => {
      child.kill('SIGKILL');
      await exit;
    });
    const signal = AbortSignal.timeout(times.warmUpMs + times.durationMs + GRACE_MS);
    const [figures] = (await once(child, 'message', { signal })) as [IngestFigures];
    return figures;
  });
}

function resultsOf(name: string, runs: readonly IngestFigures[], durationMs: number, delay?: Wanted): Result[] {
  const figure = (what: string, unit: string, pick: (run: IngestFigures) => number, wanted?: Wanted): Result =>
    resultOf(`${name}: ${what}`, unit, runs.map(pick), wanted);
  return [
    figure('readings', '1/s', ({ readings }) => readings / (durationMs / 1000)),
    figure('share of them on disk in the end', '', ({ stored }) => stored),
    figure('share of one core', '', ({ cpu }) => cpu),
    figure('delay of the event loop, p50', 'ms', ({ delayP50 }) => delayP50),
    figure('delay of the event loop, p99', 'ms', ({ delayP99 }) => delayP99, delay),
    figure('delay of the event loop, longest', 'ms', ({ delayMax }) => delayMax),
  ];
}
