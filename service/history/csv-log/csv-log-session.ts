/** Logs to one folder with one set of options. Used once, from start to stop. */

import type { CsvOptions, IntervalValue } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import type { Registry } from '../../devices/registry.ts';
import { type DeviceDescription, deviceKey } from '../../devices/types.ts';
import type { Clock } from '../../support/clock.ts';
import { counted } from '../../support/counted.ts';
import { errorText } from '../../support/errors.ts';
import type { HelperProcess } from '../../support/helper-process.ts';
import type { Logger } from '../../support/logger.ts';
import { type CsvWriter, createCsvWriter } from '../export/csv/csv-writer.ts';
import type { TimeZone } from '../export/csv/time-zone.ts';
import type { RowFile } from './day-file.ts';
import { DeviceRows, type DeviceRowsOptions, type Row } from './device-rows.ts';
import { fileStem, localDay } from './file-names.ts';
import { PendingCsvRows } from './pending-csv-rows.ts';
import { csvLogProblem, UNRESPONSIVE_ERROR } from './problems.ts';
import { RowWriter, WRITER_ENDED } from './row-writer.ts';

/** Interval between writes, and the delay after a failed one, in milliseconds. */
const WRITE_MS = 1000;
const RETRY_MS = 5000;

/** Late readings arrive in a burst. Their last interval is complete after so long without another, in milliseconds. */
const LATE_GRACE_MS = 10_000;

/** Time after which a write counts as hanging, in milliseconds. */
const HANG_MS = 5000;

/** Hanging files at which the folder is given up for now: each holds a thread of the writer process. */
const MAX_HANGING = 2;

/** Days of one device written at a time; late readings belong to earlier days. */
const MAX_DAYS = 8;

export interface LogRunOptions {
  registry: Pick<Registry, 'events' | 'raise' | 'clear'>;
  folder: string;
  /** Creates a missing folder. False for a folder the user chose: its disk may not be mounted. */
  makeFolder: boolean;
  /** Milliseconds; 0: a row for each sample set. */
  intervalMs: number;
  /** Of each interval; no effect without one. */
  values: readonly IntervalValue[];
  csv: CsvOptions;
  computedDecimals?: DeviceRowsOptions['computedDecimals'];
  startWriter(): HelperProcess;
  simulated: boolean;
  zone: TimeZone;
  clock: Clock;
  logger: Logger;
  /** Writing starts when this resolves. */
  ready: Promise<void>;
  /** Overrides of the defaults. */
  limits?: { maxWaiting?: number; writeMs?: number; retryMs?: number; hangMs?: number };
}

type Failure = { error: unknown };

interface LoggedDevice {
  description: DeviceDescription;
  rows: DeviceRows;
  /** Rows of late readings, for example from a gateway's backlog. */
  lateRows: DeviceRows;
  /** When the newest late reading arrived, on the monotonic clock. */
  lateAt: number;
  /** False for a device whose readings arrive after it disconnected: no further event ends it. */
  isAttached: boolean;
  /** By day, latest last. */
  files: Map<string, RowFile>;
}

export class CsvLogSession {
  readonly #options: LogRunOptions;
  readonly #writer: CsvWriter;
  readonly #devices = new Map<string, LoggedDevice>();
  readonly #waiting: PendingCsvRows<RowFile>;
  readonly #rowWriter: RowWriter;
  /** Files that timed out, each with its pending write. */
  readonly #hanging = new Map<RowFile, Promise<unknown>>();
  readonly #abandoned = Promise.withResolvers<void>();
  /** Resolves once it may write. A race for each write would keep a part of every one of them. */
  readonly #ready: Promise<void>;
  readonly #endings: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #retryAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;

  constructor(options: LogRunOptions) {
    this.#options = options;
    this.#waiting = new PendingCsvRows(options.limits?.maxWaiting);
    this.#writer = createCsvWriter(options.csv, options.zone);
    this.#rowWriter = new RowWriter(() => options.startWriter());
    this.#ready = Promise.race([options.ready, this.#abandoned.promise]);
  }

  start(): void {
    const { registry, limits } = this.#options;
    const { events } = registry;
    this.#endings.push(
      events.on('readings', ({ device, at, samples }) => {
        const logged = this.#deviceOf(device, true);
        if (logged) this.#add(logged, logged.rows.take(at, samples));
      }),
      events.on('late', ({ device, at, samples, isAttached }) => {
        const logged = this.#deviceOf(device, isAttached);
        if (!logged) return;
        logged.lateAt = this.#options.clock.monotonic();
        this.#add(logged, logged.lateRows.take(at, samples));
      }),
      events.on('removed', (loss) => this.#removeDevice(deviceKey(loss))),
    );
    this.#timer = setInterval(() => this.#tick(), limits?.writeMs ?? WRITE_MS);
  }

  /**
   * Writes the pending rows once and stops; waits for a hanging folder. An incomplete interval makes no row.
   * Resolves when nothing writes to the folder any more.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const end of this.#endings.splice(0)) end();
    await this.#ready;
    await this.#writing;
    const { folder, registry, clock, logger } = this.#options;
    for (const device of this.#devices.values()) this.#add(device, device.lateRows.due(clock.now()));
    await this.#write();
    if (this.#hanging.size > 0) {
      await Promise.all(this.#hanging.values());
      await this.#write();
      await Promise.all(this.#hanging.values());
    }
    if (!this.#waiting.isEmpty) logger.warn(`discarded rows that could not be written to ${folder}`);
    this.#logDiscarded();
    registry.clear({ code: 'csv-log-failed', subject: folder });
    await this.#rowWriter.end();
  }

  /** Stops waiting: unwritten rows are discarded. */
  abandon(): void {
    this.#abandoned.resolve();
    // `stop` waits for the result.
    void this.#rowWriter.end();
  }

  /** Undefined if the device is not logged. */
  #deviceOf({ description }: DeviceState, isAttached: boolean): LoggedDevice | undefined {
    if (description.simulated && !this.#options.simulated) return undefined;
    const device = this.#describe(description);
    device.isAttached = isAttached;
    return device;
  }

  /** A description with other channels starts other files. */
  #describe(description: DeviceDescription): LoggedDevice {
    const { intervalMs, values, zone, computedDecimals } = this.#options;
    const key = deviceKey(description);
    const known = this.#devices.get(key);
    if (known?.description === description) return known;
    const create = (): DeviceRows =>
      new DeviceRows(description, { writer: this.#writer, zone, intervalMs, values, computedDecimals });
    const rows = create();
    if (known?.rows.heading === rows.heading) {
      known.description = description;
      known.rows.describe(description);
      known.lateRows.describe(description);
      return known;
    }
    this.#removeDevice(key);
    const device = { description, rows, lateRows: create(), lateAt: 0, isAttached: true, files: new Map() };
    this.#devices.set(key, device);
    return device;
  }

  #removeDevice(key: string): void {
    const device = this.#devices.get(key);
    if (!device) return;
    for (const rows of [device.lateRows, device.rows]) this.#add(device, rows.due(Number.POSITIVE_INFINITY));
    this.#devices.delete(key);
  }

  /** Adds complete intervals. Those of late readings are past by the clock and wait only for the rest of the burst. */
  #addDue(device: LoggedDevice): void {
    const { clock } = this.#options;
    const isLateBurstEnded = clock.monotonic() - device.lateAt >= LATE_GRACE_MS;
    if (isLateBurstEnded) this.#add(device, device.lateRows.due(clock.now()));
    this.#add(device, device.rows.due(clock.now()));
    if (isLateBurstEnded && !device.isAttached) this.#removeDevice(deviceKey(device.description));
  }

  #add(device: LoggedDevice, rows: readonly Row[]): void {
    for (const { at, text } of rows) {
      this.#waiting.add(this.#fileOf(device, localDay(at, this.#options.zone)), text);
    }
  }

  #fileOf({ description, rows, files }: LoggedDevice, day: string): RowFile {
    const known = files.get(day);
    if (known) return known;
    const [oldest] = files.keys();
    if (oldest !== undefined && files.size >= MAX_DAYS) files.delete(oldest);
    const { folder, makeFolder, csv } = this.#options;
    const file: RowFile = {
      folder,
      makesFolder: makeFolder,
      stem: fileStem(description),
      day,
      heading: rows.heading,
      separator: this.#writer.separator,
      otherMark: csv.decimal_mark === 'comma' ? '.' : ',',
      // Files in the data folder are private to the user; elsewhere the umask decides.
      mode: makeFolder ? 0o600 : 0o666,
    };
    files.set(day, file);
    return file;
  }

  #tick(): void {
    const { clock } = this.#options;
    for (const device of this.#devices.values()) this.#addDue(device);
    const isIdle = this.#waiting.isEmpty && !this.#hasFailed;
    if (this.#writing || isIdle || clock.monotonic() < this.#retryAt) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes the pending rows; those that fail stay pending. Never rejects. */
  async #write(): Promise<void> {
    const { clock, limits } = this.#options;
    await this.#ready;
    let failure: Failure | undefined;
    for (const [file, rows] of this.#waiting.all()) {
      if (this.#hanging.has(file)) continue;
      if (this.#hanging.size >= MAX_HANGING) break;
      const failed = await this.#append(file, rows);
      failure ??= failed;
      // The next file would start another process that may exit as fast: leave it to the next attempt.
      if ((failed?.error as NodeJS.ErrnoException | undefined)?.code === WRITER_ENDED) break;
    }
    if (this.#hanging.size > 0) failure ??= { error: UNRESPONSIVE_ERROR };
    if (failure) this.#retryAt = clock.monotonic() + (limits?.retryMs ?? RETRY_MS);
    this.#reportFailure(failure);
  }

  /** @returns why rows were not written in time; undefined if they were */
  async #append(file: RowFile, rows: string): Promise<Failure | undefined> {
    const appended = this.#rowWriter.append(file, rows).then(
      () => this.#waiting.written(file, rows),
      (error: unknown) => ({ error }),
    );
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), this.#options.limits?.hangMs ?? HANG_MS);
    const outcome = await Promise.race([appended, late]);
    clearTimeout(timer);
    if (outcome !== 'late') return outcome ?? undefined;
    this.#hanging.set(
      file,
      appended.finally(() => this.#hanging.delete(file)),
    );
    this.#reportFailure({ error: UNRESPONSIVE_ERROR });
    return { error: UNRESPONSIVE_ERROR };
  }

  #reportFailure(failure: Failure | undefined): void {
    const { registry, folder, logger } = this.#options;
    if (failure) {
      if (!this.#hasFailed) logger.warn(`cannot write CSV files: ${errorText(failure.error)}`, failure);
      registry.raise(csvLogProblem(folder, failure.error, this.#waiting.discarded > 0));
    } else {
      if (this.#hasFailed) registry.clear({ code: 'csv-log-failed', subject: folder });
      // Also without a failure: a hanging disk fails late or never.
      this.#logDiscarded();
    }
    this.#hasFailed = failure !== undefined;
  }

  #logDiscarded(): void {
    const lost = this.#waiting.takeDiscarded();
    if (lost > 0) this.#options.logger.warn(`discarded ${counted(lost, 'row')} (memory buffer full)`);
  }
}
