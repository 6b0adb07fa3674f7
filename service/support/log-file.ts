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
  #isRunning = false;
  #size = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws what the file system says when the file cannot be made */
  start(): void {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    this.#open();
    this.#isRunning = true;
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const line of early) this.write(line);
  }

  stop(): void {
    this.#isRunning = false;
    this.#close();
  }

  write(line: string): void {
    if (this.#early && this.#early.length < MAX_EARLY_LINES) this.#early.push(line);
    if (!this.#isRunning) return;
    try {
      const descriptor = this.#descriptor ?? this.#open();
      this.#size += writeSync(descriptor, line);
      if (this.#size > MAX_BYTES) this.#rotate();
    } catch {
      // There is nowhere left to say that the log cannot be written; standard error has the line.
    }
  }

  #open(): number {
    this.#descriptor = openSync(this.#path, 'a', 0o600);
    this.#size = fstatSync(this.#descriptor).size;
    return this.#descriptor;
  }

  #close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #rotate(): void {
    this.#close();
    try {
      for (let age = KEPT - 1; age >= 0; age -= 1) {
        const from = age === 0 ? this.#path : `${this.#path}.${age}`;
        if (existsSync(from)) renameSync(from, `${this.#path}.${age + 1}`);
      }
    } finally {
      // A file that another program holds cannot be put aside now: the log goes on in the old one, and tries again. Where
      // none can be opened, as on a full disk, the next line tries again.
      this.#open();
    }
  }
}
