/** Fuzzes one target in a thread of its own, and watches it. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Orders, type Report, Witness } from './orders.ts';
import type { Fault } from './planting.ts';

export interface FuzzOptions extends Pick<Orders, 'runs' | 'seed'> {
  /** The module with the `target`. */
  module: URL;
  corpus?: readonly Uint8Array[];
  /** For how many milliseconds new inputs are made; an hour unless given. */
  ms?: number;
  /** Whether coverage guides the search; it does unless told otherwise. */
  guided?: boolean;
  /** Different findings beyond this many end the search; 10 unless given. */
  maxFindings?: number;
  /** How often it is tried to make a finding smaller; 400 unless given. */
  maxShrinks?: number;
  /** A fault to put into the code under test. */
  fault?: Fault;
  /** An input that takes longer hangs, in milliseconds; 30 s unless given, which no input takes on any machine. */
  patienceMs?: number;
}

const HOUR_MS = 3_600_000;
const MAX_SHRINKS = 400;
const PATIENCE_MS = 30_000;

/** More memory than this, in MiB, is what nothing needs that is bounded. */
const MEMORY = { maxOldGenerationSizeMb: 768 };

/** In memory where the system has such a folder: files are written durably, which a disk takes long for. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A hang, running out of memory and errors that nobody caught end the search: they are findings like the others. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const folder = await mkdtemp(join(PLACE, 'mensura-fuzz-'));
  try {
    return await runIn(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, options: FuzzOptions): Promise<Report> {
  const { module, corpus = [], ms = HOUR_MS, guided = true, patienceMs = PATIENCE_MS } = options;
  const { runs, seed, fault, maxFindings = 10, maxShrinks = MAX_SHRINKS } = options;
  const witness = new Witness();
  const { memory } = witness;
  const bounds = { runs, ms, maxFindings, maxShrinks };
  const orders: Orders = { module: module.href, folder, corpus, seed, guided, fault, memory, ...bounds };
  const begin = performance.now();
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: orders,
    resourceLimits: MEMORY,
    execArgv: [],
  });
  const done = Promise.withResolvers<Report>();
  const stop = (what: string): void => {
    const seconds = (performance.now() - begin) / 1000;
    const findings = [{ what, input: witness.newest }];
    done.resolve({ runs: witness.count, seconds, blocks: { ran: 0, known: 0 }, findings, useful: [], grown: [] });
  };
  let count = witness.count;
  const watch = setInterval(() => {
    // Until its first input it loads code, which takes a busy machine longer than an input may take.
    const isLoading = count === 0 && performance.now() - begin < PATIENCE_MS;
    if (witness.count === count && !isLoading) stop(`It hangs: one input takes more than ${patienceMs} ms.`);
    ({ count } = witness);
  }, patienceMs);
  worker.on('message', done.resolve);
  worker.on('error', (error) => stop(`Nobody caught: ${error instanceof Error ? error.stack : String(error)}`));
  worker.on('exit', (code) => stop(`The thread ended with code ${code} before it was done.`));
  try {
    return await done.promise;
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}
