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

/** Size at which a log file is rotated, in bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

const MAX_OLD_FILES = 3;

/** Number of lines buffered before `start`. */
const MAX_EARLY_LINES = 200;

const LINE_END = 0x0a;

/**
 * Appends lines and rotates: `mensura.log` becomes `mensura.log.1` and so on. Lines are rare, so each is written at
 * once and survives a crash. A line that cannot be written is discarded with what was written of it; the next
 * successful write starts with a line that gives the number of missing ones.
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
   * Writes the lines buffered so far.
   * @throws the error of the file system if the file cannot be created; each further line retries
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
      // The log cannot report its own failure; standard error has the line.
      this.#lost += 1;
      this.#closeQuietly();
      return;
    }
    if (this.#size > MAX_BYTES) this.#rotate();
  }

  /** @throws if part of the text could not be written; then none of it remains */
  #append(text: string): void {
    if (this.#descriptor !== undefined && isDeleted(this.#descriptor)) this.#close();
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
    // Not the folder above: that may be on an unplugged disk, which can return.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    const descriptor = openSync(this.#path, 'a+', 0o600);
    this.#descriptor = descriptor;
    this.#size = fstatSync(descriptor).size;
    // A crash can leave a partial line, which must not merge with the next.
    if (this.#size > 0 && lastByte(descriptor, this.#size) !== LINE_END) this.#size += writeSync(descriptor, '\n');
    return descriptor;
  }

  #close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) closeSync(descriptor);
  }

  /** Closes the file, ignoring errors. The next line reopens it: a handle to an unplugged disk never works again. */
  #closeQuietly(): void {
    try {
      this.#close();
    } catch {
      // The disk has failed already.
    }
  }

  #old(age: number): string {
    return `${this.#path}.${age}`;
  }

  #rotate(): void {
    this.#closeQuietly();
    try {
      // Only up to the first free number, which a crash between two renames leaves. Files beyond it stay.
      let last = 1;
      while (last < MAX_OLD_FILES && existsSync(this.#old(last))) last += 1;
      for (let age = last; age > 0; age -= 1) renameSync(age === 1 ? this.#path : this.#old(age - 1), this.#old(age));
    } catch {
      // Another program has the file open. Logging continues in it, and the next line retries.
    }
  }
}

/** Whether the file was deleted, possibly with its folder. */
function isDeleted(descriptor: number): boolean {
  return fstatSync(descriptor).nlink === 0;
}

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1);
  readSync(descriptor, byte, 0, 1, size - 1);
  return byte[0];
}
