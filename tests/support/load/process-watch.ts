/** Looks at a running process again and again: memory and open files, as Linux tells them in /proc. */
import { readdirSync } from 'node:fs';
import { residentMiB } from '../../bench/process-figures.ts';
import { quantile } from '../../bench/statistics.ts';

export class ProcessWatch {
  readonly #pid: number;
  readonly #everyMs: number;
  readonly #mebibytes: number[] = [];
  filesAtStart = 0;
  mostFiles = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pid: number, everyMs: number) {
    this.#pid = pid;
    this.#everyMs = everyMs;
  }

  /** Open files, sockets included, just now. */
  files(): number {
    return readdirSync(`/proc/${this.#pid}/fd`).length;
  }

  start(): void {
    if (this.#timer) return;
    this.filesAtStart = this.files();
    this.#timer = setInterval(() => {
      this.#mebibytes.push(residentMiB(this.#pid));
      this.mostFiles = Math.max(this.mostFiles, this.files());
    }, this.#everyMs);
  }

  /** Before the process ends. May be called twice. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Median memory of the first and of the last third of the time, in MiB. */
  thirds(): [first: number, last: number] {
    return mediansOfThirds(this.#mebibytes);
  }

  /** The most memory that was seen, in MiB. */
  get mostMebibytes(): number {
    return Math.max(...this.#mebibytes);
  }
}

/** Medians of the first and of the last third of what was seen over time. */
export function mediansOfThirds(values: readonly number[]): [first: number, last: number] {
  const third = Math.ceil(values.length / 3);
  return [quantile(values.slice(0, third), 0.5), quantile(values.slice(-third), 0.5)];
}
