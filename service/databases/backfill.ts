/** Writes stored readings of a range to one database, beside new readings and slower than they. */
import { dirname } from 'node:path';
import * as z from 'zod';
import type { ReadingFilter } from '../choice/reading-filter.ts';
import {
  type Backfill,
  type BackfillInput,
  backfillSchema,
  deviceKey,
  deviceKeySchema,
  formatLine,
} from '../contract/index.ts';
import type { DeviceDescription, DeviceKey, Sample } from '../devices/types.ts';
import { CancellableDelay } from '../support/cancellable-delay.ts';
import type { Clock } from '../support/clock.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { makeFolder } from '../support/private-file.ts';
import { persistChange } from '../support/saved-change.ts';
import type { LineSource } from './line-source.ts';
import type { PendingLine } from './line-writer.ts';
import type { DatabaseSession } from './session.ts';

/** Lines of one request. */
const BATCH_LINES = 1000;

/** Pause after each request, in milliseconds: at most 5,000 lines/s. */
const PAUSE_MS = 200;

/** Minimum time between two writes of the position, in milliseconds. After a crash, these lines are written twice. */
const SAVE_MS = 5000;

/** A device with stored readings. */
export interface StoredDevice extends DeviceKey {
  channels: readonly string[];
}

/** Stored readings of one time. */
export interface StoredSet {
  at: number;
  samples: readonly Pick<Sample, 'channel' | 'magnitude'>[];
}

/** The history, as a backfill reads it. */
export interface StoredReadings {
  /** In the order of their keys. */
  devices(): Promise<readonly StoredDevice[]>;
  /** Raw readings in [from, to), oldest first, in portions. */
  sets(device: StoredDevice, from: number, to: number): AsyncIterable<readonly StoredSet[]>;
  /** What is known of a device, connected or not. */
  describe(device: DeviceKey): DeviceDescription | undefined;
}

const fileSchema = z.strictObject({
  version: z.literal(1),
  backfill: backfillSchema.nullable(),
  /** Where it continues: everything before is written. */
  position: z.strictObject({ device: deviceKeySchema, at: z.number() }).nullable(),
});

type BackfillFile = z.infer<typeof fileSchema>;

export interface BackfillOptions {
  path: string;
  source: LineSource;
  session: DatabaseSession;
  history: StoredReadings;
  /** Of the choice: with an interval, a backfill continues at its start. */
  intervalMs: number;
  clock: Clock;
  logger: Logger;
  onChange(): void;
}

export class DatabaseBackfill {
  readonly #options: BackfillOptions;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #pause = new CancellableDelay();
  #running: { done: Promise<void>; abort: AbortController } | undefined;
  /** The current one; ahead of the file by up to 5 s. */
  #view: Backfill | null = null;
  #position: BackfillFile['position'] = null;
  #savedAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(options: BackfillOptions) {
    this.#options = options;
    this.#file = new JsonFile(options.path, fileSchema, () => ({ version: 1, backfill: null, position: null }));
  }

  /** The current or last one; null if there was none. */
  get view(): Backfill | null {
    const error =
      this.#view?.state === 'running' ? (this.#options.session.status.error?.text ?? null) : this.#view?.error;
    return this.#view && { ...this.#view, error: error ?? null };
  }

  /** Continues the one of an earlier run. */
  async resume(): Promise<void> {
    const damage = await this.#file.read();
    if (damage) this.#options.logger.warn(damage);
    const { backfill, position } = this.#file.value;
    this.#view = backfill;
    this.#position = position;
    if (backfill?.state === 'running') this.#run();
  }

  /** @throws MensuraError `conflict` while one has not ended, `storage-failed` */
  async start({ from, to }: BackfillInput): Promise<Backfill> {
    if (this.#view?.ended === null) {
      throw new MensuraError('conflict', 'A backfill is already running. Cancel it first.');
    }
    const { clock } = this.#options;
    const view: Backfill = {
      state: 'running',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      written: 0,
      discarded: 0,
      progress: 0,
      error: null,
      started: new Date(clock.now()).toISOString(),
      ended: null,
    };
    await this.#change(view, null);
    this.#run();
    return view;
  }

  /** @throws MensuraError `conflict` if it has ended, `storage-failed` */
  async setPaused(isPaused: boolean): Promise<Backfill> {
    if (!this.#view || this.#view.ended !== null) throw new MensuraError('conflict', 'The backfill has ended.');
    await this.#halt();
    const view: Backfill = { ...this.#view, state: isPaused ? 'paused' : 'running' };
    await this.#change(view, this.#position);
    if (!isPaused) this.#run();
    return view;
  }

  /** Without effect on one that has ended. @throws MensuraError `storage-failed` */
  async cancel(): Promise<Backfill> {
    if (!this.#view) throw new MensuraError('not-found', 'There is no backfill.');
    if (this.#view.ended !== null) return this.#view;
    await this.#halt();
    const view = this.#ended({ ...this.#view, state: 'canceled' });
    await this.#change(view, null);
    return view;
  }

  /** Stores the position; the next run continues there. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const isRunning = this.#running !== undefined;
    await this.#halt();
    if (isRunning) await this.#save();
  }

  async #halt(): Promise<void> {
    this.#running?.abort.abort();
    this.#pause.end();
    await this.#running?.done;
  }

  #run(): void {
    if (this.#running || this.#isStopped) return;
    const abort = new AbortController();
    const done = this.#write(abort.signal)
      .then(
        (isDone) => {
          if (isDone && this.#view) this.#view = this.#ended({ ...this.#view, state: 'done', progress: 1 });
        },
        (error: unknown) => {
          this.#options.logger.warn(`backfill failed: ${errorText(error)}`);
          if (this.#view) this.#view = this.#ended({ ...this.#view, state: 'failed', error: errorText(error) });
        },
      )
      .then(async () => {
        this.#running = undefined;
        if (this.#view?.ended) await this.#save();
        this.#options.onChange();
      });
    this.#running = { done, abort };
  }

  /** @returns whether everything is written; false if the signal ended it */
  async #write(signal: AbortSignal): Promise<boolean> {
    const { history, source } = this.#options;
    const { view } = this;
    if (!view) return false;
    const from = Date.parse(view.from);
    const to = Date.parse(view.to);
    const described = (await history.devices()).map((device) => ({ device, description: history.describe(device) }));
    const devices = described.filter(({ description }) => description && source.isWritten(description));
    for (const [index, { device, description }] of devices.entries()) {
      const key = deviceKey(device);
      const { device: current, at } = this.#position ?? { device: key, at: from };
      if (key < current || !description) continue;
      const start = key === current ? at : from;
      const filter = source.createFilter();
      for await (const sets of history.sets(device, this.#intervalStart(start), to)) {
        const last = sets.at(-1);
        const lines = linesOf(source, filter, description, sets);
        if (!(await this.#writeLines(lines, signal))) return false;
        if (last) this.#advance(key, last.at + 1, (index + (last.at - from) / (to - from)) / devices.length);
        if (await this.#isInterrupted(signal)) return false;
      }
      const rest = filter?.removeDevice(device).flatMap((set) => lineOf(source, description, set)) ?? [];
      if (!(await this.#writeLines(rest, signal))) return false;
      this.#advance(key, to, (index + 1) / devices.length);
    }
    return true;
  }

  /** An interval is sent as a whole. */
  #intervalStart(at: number): number {
    const { intervalMs } = this.#options;
    return intervalMs > 0 ? Math.floor(at / intervalMs) * intervalMs : at;
  }

  async #isInterrupted(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    if (clock.monotonic() - this.#savedAt > SAVE_MS) await this.#save();
    if (!signal.aborted) await this.#pause.wait(PAUSE_MS);
    return signal.aborted;
  }

  /** @returns false if the signal or the session ended it. @throws Error if the session cannot write at all */
  async #writeLines(lines: readonly { text: string; at: number }[], signal: AbortSignal): Promise<boolean> {
    let left = 0;
    const settle = (name: 'written' | 'discarded'): void => {
      left -= 1;
      if (this.#view) this.#view = { ...this.#view, [name]: this.#view[name] + 1 };
    };
    for (let start = 0; start < lines.length; start += BATCH_LINES) {
      const batch = lines.slice(start, start + BATCH_LINES);
      left = batch.length;
      const pending = batch.map(
        ({ text, at }): PendingLine => ({
          text,
          at,
          accept: () => settle('written'),
          refuse: () => settle('discarded'),
        }),
      );
      await this.#options.session.writeExtra(pending, signal);
      if (signal.aborted || this.#isStopped) return false;
      if (left > 0) throw new Error(this.#options.session.status.error?.text ?? 'The database does not write.');
    }
    return true;
  }

  #advance(device: string, at: number, progress: number): void {
    this.#position = { device, at };
    if (this.#view) this.#view = { ...this.#view, progress: Math.min(1, Math.max(this.#view.progress, progress)) };
  }

  #ended(view: Backfill): Backfill {
    return { ...view, ended: new Date(this.#options.clock.now()).toISOString() };
  }

  async #change(view: Backfill, position: BackfillFile['position']): Promise<void> {
    await makeFolder(dirname(this.#file.path));
    const file: BackfillFile = { version: 1, backfill: view, position };
    await persistChange(this.#file, 'the backfill', () => file, this.#options.logger);
    this.#view = view;
    this.#position = position;
    this.#options.onChange();
  }

  /** A position that cannot be stored only means that lines are written twice. */
  async #save(): Promise<void> {
    this.#savedAt = this.#options.clock.monotonic();
    const file: BackfillFile = { version: 1, backfill: this.#view, position: this.#position };
    await this.#file
      .update(() => file)
      .catch((error: unknown) => this.#options.logger.warn(`cannot store the position: ${errorText(error)}`));
  }
}

function lineOf(
  source: LineSource,
  description: DeviceDescription,
  { at, samples }: StoredSet,
): { text: string; at: number }[] {
  const text = formatLine(source.headOf(description), source.readingsOf(samples), at);
  return text === undefined ? [] : [{ text, at }];
}

function linesOf(
  source: LineSource,
  filter: ReadingFilter | undefined,
  description: DeviceDescription,
  sets: readonly StoredSet[],
): { text: string; at: number }[] {
  const chosen = filter ? sets.flatMap(({ at, samples }) => filter.push(description, at, samples)) : sets;
  return chosen.flatMap((set) => lineOf(source, description, set));
}
