/** Repeated samples of a process. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { residentMiB } from '../../bench/process-figures.ts';
import { ProcessWatch } from '../../support/load/process-watch.ts';
import type { Insides } from './insides.ts';

export interface Sample {
  /** Hours since the first sample. */
  hours: number;
  residentMiB: number;
  /** After a garbage collection. */
  heapMiB: number;
  files: number;
  threads: number;
  /** Delay of timers since the previous sample, in milliseconds. */
  p99Ms: number;
  maxMs: number;
}

function threadsOf(pid: number): number {
  return Number(/^Threads:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

export class Samples {
  readonly list: Sample[] = [];
  readonly #pid: number;
  readonly #insides: Insides;
  readonly #end = new AbortController();
  #running: Promise<void> | undefined;

  constructor(pid: number, insides: Insides) {
    this.#pid = pid;
    this.#insides = insides;
  }

  start(everyMs: number): void {
    this.#running ??= this.#run(everyMs);
  }

  /** @throws Error if the process could not be sampled */
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#running;
  }

  async #run(everyMs: number): Promise<void> {
    const begin = performance.now();
    const watch = new ProcessWatch(this.#pid, everyMs);
    await this.#insides.heapMiB();
    while (!this.#end.signal.aborted) {
      await delay(everyMs, undefined, { signal: this.#end.signal }).catch(() => {});
      const { p99: p99Ms, max: maxMs } = await this.#insides.delay();
      const resident = residentMiB(this.#pid);
      const heapMiB = await this.#insides.heapMiB();
      const hours = (performance.now() - begin) / 3_600_000;
      const [files, threads] = [watch.files(), threadsOf(this.#pid)];
      this.list.push({ hours, residentMiB: resident, heapMiB, files, threads, p99Ms, maxMs });
    }
  }
}
