/** A log file that never grows without end. */
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** When a log file is this large it is put aside, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

/** How many old files are kept. */
const KEPT = 3;

/** How many lines from before `start` are kept for the file. */
const MAX_EARLY_LINES = 200;

/**
 * Appends lines; `mensura.log` becomes `mensura.log.1` and so on. Written at once, so that the last words before a
 * crash are there: lines are rare. A disk that cannot take one costs the line, never the service.
 */
export class LogFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #early: string[] | undefined = [];
  #size = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws what the file system says when the file cannot be made */
  start(): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    this.#open();
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const line of early) this.write(line);
  }

  stop(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  write(line: string): void {
    if (this.#descriptor === undefined) {
      if (this.#early && this.#early.length < MAX_EARLY_LINES) this.#early.push(line);
      return;
    }
    try {
      this.#size += writeSync(this.#descriptor, line);
      if (this.#size > MAX_BYTES) this.#rotate();
    } catch {
      // There is nowhere left to say that the log cannot be written; standard error has the line.
    }
  }

  #open(): void {
    this.#descriptor = openSync(this.#path, 'a', 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  #rotate(): void {
    this.stop();
    try {
      for (let age = KEPT - 1; age >= 0; age -= 1) {
        const from = age === 0 ? this.#path : `${this.#path}.${age}`;
        if (existsSync(from)) renameSync(from, `${this.#path}.${age + 1}`);
      }
    } finally {
      // A file that another program holds cannot be put aside now: the log goes on in the old one, and tries again.
      this.#open();
    }
  }
}
