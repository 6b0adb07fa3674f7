/** A log file that never grows without end. */

import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { counted } from './counted.ts';

/** When a log file is this large it is put aside, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

/** How many old files are kept. */
const KEPT = 3;

/** How many lines from before `start` are kept for the file. */
const MAX_EARLY_LINES = 200;

/** What ends a line, as the file has it. */
const LINE_END = 0x0a;

/**
 * Appends lines; `mensura.log` becomes `mensura.log.1` and so on. Written at once, so that the last words before a
 * crash are there: lines are rare. A disk that cannot take one costs the line, never the service: what was written of it
 * goes, and the next line that can be written has one before it that says how many are missing.
 */
export class LogFile {
  readonly #path: string;
  #descriptor: number | undefined;
  #early: string[] | undefined = [];
  #isRunning = false;
  #size = 0;
  #lost = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Begins with the lines before it.
   * @throws what the file system says when the file cannot be made; each further line tries again
   */
  start(): void {
    this.#isRunning = true;
    const early = this.#early ?? [];
    this.#early = undefined;
    try {
      this.#open();
    } finally {
      for (const line of early) this.write(line);
    }
  }

  stop(): void {
    this.#isRunning = false;
    this.#close();
  }

  write(line: string): void {
    if (this.#early && this.#early.length < MAX_EARLY_LINES) this.#early.push(line);
    if (!this.#isRunning) return;
    try {
      this.#append(this.#lost > 0 ? `${this.#lostLine()}${line}` : line);
      this.#lost = 0;
    } catch {
      // There is nowhere left to say now that the log cannot be written; standard error has the line.
      this.#lost += 1;
      this.#forget();
      return;
    }
    if (this.#size > MAX_BYTES) this.#rotate();
  }

  /** @throws where not all of it could be written: then nothing of it is there */
  #append(text: string): void {
    if (this.#descriptor !== undefined && isGone(this.#descriptor)) this.#close();
    const descriptor = this.#descriptor ?? this.#open();
    const bytes = Buffer.from(text);
    const written = writeSync(descriptor, bytes);
    if (written < bytes.length) {
      truncateSync(this.#path, this.#size);
      throw new Error('The disk is full.');
    }
    this.#size += written;
  }

  #lostLine(): string {
    const time = new Date().toISOString();
    const msg = `discarded ${counted(this.#lost, 'line')} (log file not writable)`;
    return `${JSON.stringify({ level: 'warn', time, part: 'log', msg })}\n`;
  }

  #open(): number {
    const folder = dirname(this.#path);
    // Not the folder above it: that may be on a disk that was pulled, and comes back.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    const descriptor = openSync(this.#path, 'a+', 0o600);
    this.#descriptor = descriptor;
    this.#size = fstatSync(descriptor).size;
    // A crash in the midst of a line: it must not spoil the next one too.
    if (this.#size > 0 && lastByte(descriptor, this.#size) !== LINE_END) this.#size += writeSync(descriptor, '\n');
    return descriptor;
  }

  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }

  /**
   * Closes it, whatever comes of that. The next line opens the file again: of a disk that was pulled and came back, what
   * was open before stays dead.
   */
  #forget(): void {
    try {
      this.#close();
    } catch {
      // It is on the disk that fails.
    }
  }

  #old(age: number): string {
    return `${this.#path}.${age}`;
  }

  #rotate(): void {
    this.#forget();
    try {
      // Only up to a place that is free, which a crash between two renames leaves: what is beyond it stays.
      let last = 1;
      while (last < KEPT && existsSync(this.#old(last))) last += 1;
      for (let age = last; age > 0; age -= 1) renameSync(age === 1 ? this.#path : this.#old(age - 1), this.#old(age));
    } catch {
      // A file that another program holds cannot be put aside now: the log goes on in the old one, and tries again.
    }
  }
}

/** Whether somebody deleted the file, with its folder perhaps. */
function isGone(descriptor: number): boolean {
  return fstatSync(descriptor).nlink === 0;
}

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, size - 1);
  return byte[0];
}
