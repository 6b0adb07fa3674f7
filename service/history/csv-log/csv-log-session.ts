/** Logging to one folder with one set of options: used once, from its start to its end. */

import type { CsvOptions } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { type DeviceDescription, keyText } from '../../devices/instrument.ts';
import type { Registry } from '../../devices/registry.ts';
import type { Clock } from '../../support/clock.ts';
import { counted } from '../../support/counted.ts';
import { errorText } from '../../support/errors.ts';
import type { HelperProcess } from '../../support/helper-process.ts';
import type { Logger } from '../../support/logger.ts';
import { type CsvWriter, createCsvWriter } from '../export/csv/csv-writer.ts';
import type { TimeZone } from '../export/csv/time-zone.ts';
import { DeviceRows, type Row } from './device-rows.ts';
import { fileStem, localDay } from './file-names.ts';
import { PendingCsvRows } from './pending-csv-rows.ts';
import { csvLogProblem, NO_ANSWER } from './problems.ts';
import type { RowFile } from './row-service.ts';
import { RowWriter, WRITER_ENDED } from './row-writer.ts';

/** How often rows are written, in milliseconds; and how long after a failure it is tried again. */
const WRITE_MS = 1000;
const RETRY_MS = 5000;

/** An interval of readings that come late is over when none came for so long, in milliseconds: they come in a row. */
const LATE_GRACE_MS = 10_000;

/** How long a file may take to be written before it counts as one that hangs, in milliseconds. */
const HANG_MS = 5000;

/** Files that may hang before nothing more is tried in the folder: each holds a thread of the process that writes. */
const MAX_HANGING = 2;

/** How many days of a device are written at a time: late readings are of earlier ones. */
const MAX_DAYS = 8;

export interface LogRunOptions {
  registry: Pick<Registry, 'events' | 'raise' | 'clear'>;
  folder: string;
  /** Whether the folder is made where it does not exist. A folder that the user chose may be on a disk that is away. */
  makeFolder: boolean;
  /** Milliseconds; 0: a row for each sampling moment. */
  intervalMs: number;
  csv: CsvOptions;
  /** Starts the process that writes. */
  startWriter(): HelperProcess;
  /** Simulated devices are logged too. */
  simulated: boolean;
  zone: TimeZone;
  clock: Clock;
  logger: Logger;
  /** Nothing is written before. */
  ready: Promise<void>;
  /** Where they differ from the defaults. */
  limits?: { maxWaiting?: number; writeMs?: number; retryMs?: number; hangMs?: number };
}

type Failure = { error: unknown };

/** A device, what its rows are made of, and the file they go to. */
interface LoggedDevice {
  description: DeviceDescription;
  rows: DeviceRows;
  /** Of readings that waited elsewhere, and come late. */
  lateRows: DeviceRows;
  /** When the newest of those came, on the steady clock. */
  lateAt: number;
  /** False for one whose readings come after it left: nothing will say that it is gone. */
  isAttached: boolean;
  /** The files of the days that rows came of, the latest last. */
  files: Map<string, RowFile>;
}

export class CsvLogSession {
  readonly #options: LogRunOptions;
  readonly #writer: CsvWriter;
  readonly #devices = new Map<string, LoggedDevice>();
  readonly #waiting: PendingCsvRows<RowFile>;
  readonly #rowWriter: RowWriter;
  /** Files that have not answered in time, and when they have after all. */
  readonly #hanging = new Map<RowFile, Promise<unknown>>();
  readonly #abandoned = Promise.withResolvers<void>();
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
      events.on('removed', (loss) => this.#forget(keyText(loss))),
    );
    this.#timer = setInterval(() => this.#tick(), limits?.writeMs ?? WRITE_MS);
  }

  /**
   * Writes what waits, once, and ends; a folder that hangs is waited for. An interval that is not over makes no row.
   * Resolves when nothing writes to the folder any more.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const end of this.#endings.splice(0)) end();
    await this.#isReady();
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
    this.#tellDropped();
    registry.clear({ code: 'csv-log-failed', subject: folder });
    await this.#rowWriter.end();
  }

  /** Waits no longer: what is not written is lost. */
  abandon(): void {
    this.#abandoned.resolve();
    // How it ends is heard by `stop`.
    void this.#rowWriter.end();
  }

  async #isReady(): Promise<void> {
    await Promise.race([this.#options.ready, this.#abandoned.promise]);
  }

  /** The device that readings came of; undefined where it is not logged. */
  #deviceOf({ description }: DeviceState, isAttached: boolean): LoggedDevice | undefined {
    if (description.simulated && !this.#options.simulated) return undefined;
    const device = this.#describe(description);
    device.isAttached = isAttached;
    return device;
  }

  /** A description with other channels is a device with other files. */
  #describe(description: DeviceDescription): LoggedDevice {
    const { intervalMs, zone } = this.#options;
    const key = keyText(description);
    const known = this.#devices.get(key);
    if (known?.description === description) return known;
    const create = (): DeviceRows => new DeviceRows(description, { writer: this.#writer, zone, intervalMs });
    const rows = create();
    if (known?.rows.heading === rows.heading) {
      known.description = description;
      return known;
    }
    this.#forget(key);
    const device = { description, rows, lateRows: create(), lateAt: 0, isAttached: true, files: new Map() };
    this.#devices.set(key, device);
    return device;
  }

  #forget(key: string): void {
    const device = this.#devices.get(key);
    if (!device) return;
    for (const rows of [device.lateRows, device.rows]) this.#add(device, rows.due(Number.POSITIVE_INFINITY));
    this.#devices.delete(key);
  }

  /** Intervals that are over. Those of late readings all are by the clock: what they wait for is the rest of them. */
  #addDue(device: LoggedDevice): void {
    const { clock } = this.#options;
    const isLateOver = clock.monotonic() - device.lateAt >= LATE_GRACE_MS;
    if (isLateOver) this.#add(device, device.lateRows.due(clock.now()));
    this.#add(device, device.rows.due(clock.now()));
    if (isLateOver && !device.isAttached) this.#forget(keyText(device.description));
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
      // What is in the data folder is this user's own; in a folder of the user's choice the system's umask decides.
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

  /** Writes what waits at the moment; what cannot be written goes on waiting. Never rejects. */
  async #write(): Promise<void> {
    const { clock, limits } = this.#options;
    await this.#isReady();
    let failure: Failure | undefined;
    for (const [file, rows] of this.#waiting.all()) {
      if (this.#hanging.has(file)) continue;
      if (this.#hanging.size >= MAX_HANGING) break;
      const failed = await this.#append(file, rows);
      failure ??= failed;
      // The next file would begin another process, which may end as soon: that is for the next try.
      if ((failed?.error as NodeJS.ErrnoException | undefined)?.code === WRITER_ENDED) break;
    }
    if (this.#hanging.size > 0) failure ??= { error: NO_ANSWER };
    if (failure) this.#retryAt = clock.monotonic() + (limits?.retryMs ?? RETRY_MS);
    this.#tell(failure);
  }

  /** @returns why rows were not written, or not in time; what comes of those is seen to then */
  async #append(file: RowFile, rows: string): Promise<Failure | undefined> {
    const answer = this.#rowWriter.append(file, rows).then(
      () => this.#waiting.written(file, rows),
      (error: unknown) => ({ error }),
    );
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), this.#options.limits?.hangMs ?? HANG_MS);
    const outcome = await Promise.race([answer, late]);
    clearTimeout(timer);
    if (outcome !== 'late') return outcome ?? undefined;
    this.#hanging.set(
      file,
      answer.finally(() => this.#hanging.delete(file)),
    );
    this.#tell({ error: NO_ANSWER });
    return { error: NO_ANSWER };
  }

  #tell(failure: Failure | undefined): void {
    const { registry, folder, logger } = this.#options;
    if (failure) {
      if (!this.#hasFailed) logger.warn(`cannot write CSV files: ${errorText(failure.error)}`, failure);
      registry.raise(csvLogProblem(folder, failure.error, this.#waiting.dropped > 0));
    } else {
      if (this.#hasFailed) registry.clear({ code: 'csv-log-failed', subject: folder });
      // Also where nothing failed: a disk that hangs fails late, or never.
      this.#tellDropped();
    }
    this.#hasFailed = failure !== undefined;
  }

  #tellDropped(): void {
    const lost = this.#waiting.forgetDropped();
    if (lost > 0) this.#options.logger.warn(`discarded ${counted(lost, 'row')} (memory buffer full)`);
  }
}
