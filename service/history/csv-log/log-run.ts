/** Logging to one folder with one set of options: used once, from its start to its end. */
import { mkdir } from 'node:fs/promises';
import type { CsvOptions } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { type InstrumentDescription, keyText, type Sample } from '../../devices/instrument.ts';
import type { Registry } from '../../devices/registry.ts';
import type { Clock } from '../../support/clock.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { type CsvWriter, createCsvWriter } from '../export/csv/csv-writer.ts';
import type { TimeZone } from '../export/csv/time-zone.ts';
import { DayFile } from './day-file.ts';
import { DeviceRows, type Row } from './device-rows.ts';
import { fileStem, localDay } from './file-names.ts';
import { csvLogFailure } from './troubles.ts';

/** How often rows are written, in milliseconds; and how long after a failure it is tried again. */
const WRITE_MS = 1000;
const RETRY_MS = 5000;

/** What rows may take in memory while they wait, in characters. */
const MAX_WAITING = 8 * 1024 * 1024;

export interface LogRunOptions {
  registry: Pick<Registry, 'events' | 'raise' | 'clear'>;
  folder: string;
  /** Whether the folder is made where it does not exist. A folder that the user chose may be on a disk that is away. */
  makeFolder: boolean;
  /** Milliseconds; 0: a row for each sampling moment. */
  intervalMs: number;
  csv: CsvOptions;
  /** Simulated devices are logged too. */
  simulated: boolean;
  zone: TimeZone;
  clock: Clock;
  logger: Logger;
  /** Nothing is written before. */
  ready: Promise<void>;
  /** Where they differ from the defaults. */
  limits?: { maxWaiting?: number; writeMs?: number; retryMs?: number };
}

/** A device, what its rows are made of, and the file they go to. */
interface LoggedDevice {
  description: InstrumentDescription;
  rows: DeviceRows;
  file: DayFile | undefined;
}

export class LogRun {
  readonly #options: LogRunOptions;
  readonly #writer: CsvWriter;
  readonly #devices = new Map<string, LoggedDevice>();
  /** Rows that wait, by the file they belong to, oldest first. */
  readonly #waiting = new Map<DayFile, string>();
  readonly #endings: (() => void)[] = [];
  #waitingSize = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #retryAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;

  constructor(options: LogRunOptions) {
    this.#options = options;
    this.#writer = createCsvWriter(options.csv, options.zone);
  }

  start(): void {
    const { registry, limits } = this.#options;
    const { events } = registry;
    this.#endings.push(
      events.on('readings', ({ device, at, samples }) => this.#take(device, at, samples)),
      events.on('removed', (loss) => this.#forget(keyText(loss))),
    );
    this.#timer = setInterval(() => this.#tick(), limits?.writeMs ?? WRITE_MS);
  }

  /** Writes what waits, once, and ends. An interval that is not over makes no row. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const end of this.#endings.splice(0)) end();
    await this.#options.ready;
    await this.#writing;
    await this.#write();
    const { folder, registry, logger } = this.#options;
    if (this.#waiting.size > 0) logger.warn(`Rows for CSV files in ${folder} were lost: they could not be written.`);
    registry.clear({ code: 'csv-log-failed', subject: folder });
  }

  #take({ description }: DeviceState, at: number, samples: readonly Sample[]): void {
    const { simulated, intervalMs, zone } = this.#options;
    if (description.simulated && !simulated) return;
    const key = keyText(description);
    let device = this.#devices.get(key);
    if (device?.description !== description) {
      const rows = new DeviceRows(description, { writer: this.#writer, zone, intervalMs });
      if (device?.rows.heading !== rows.heading) {
        this.#forget(key);
        device = { description, rows, file: undefined };
        this.#devices.set(key, device);
      } else {
        device.description = description;
      }
    }
    this.#add(device, device.rows.take(at, samples));
  }

  #forget(key: string): void {
    const device = this.#devices.get(key);
    if (device) this.#add(device, device.rows.due(Number.POSITIVE_INFINITY));
    this.#devices.delete(key);
  }

  #add(device: LoggedDevice, rows: readonly Row[]): void {
    const { folder, zone, limits } = this.#options;
    for (const { at, text } of rows) {
      if (this.#waitingSize + text.length > (limits?.maxWaiting ?? MAX_WAITING)) {
        this.#dropped += 1;
        continue;
      }
      const day = localDay(at, zone);
      if (device.file?.day !== day) {
        const { description, rows: made } = device;
        const fits = (row: string): boolean => this.#fits(row);
        device.file = new DayFile({ folder, stem: fileStem(description), day, heading: made.heading, fits });
      }
      this.#waiting.set(device.file, (this.#waiting.get(device.file) ?? '') + text);
      this.#waitingSize += text.length;
    }
  }

  /** Whether a row has the decimal mark that is written now: headings do not tell. */
  #fits(row: string): boolean {
    const other = this.#options.csv.decimal_mark === 'comma' ? '.' : ',';
    const [, ...cells] = row.split(this.#writer.separator);
    return !cells.some((cell) => cell.includes(other));
  }

  #tick(): void {
    const { clock } = this.#options;
    for (const device of this.#devices.values()) this.#add(device, device.rows.due(clock.now()));
    if (this.#writing || this.#waiting.size === 0 || clock.monotonic() < this.#retryAt) return;
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes what waits at the moment; what cannot be written goes on waiting. Never rejects. */
  async #write(): Promise<void> {
    const { folder, makeFolder, ready, clock, limits } = this.#options;
    await ready;
    if (this.#waiting.size === 0) return;
    let failure: { error: unknown } | undefined;
    try {
      if (makeFolder) await mkdir(folder, { recursive: true });
    } catch (error) {
      failure = { error };
    }
    for (const [file, rows] of failure ? [] : [...this.#waiting]) {
      try {
        await file.append(rows);
        this.#written(file, rows);
      } catch (error) {
        failure ??= { error };
      }
    }
    if (failure) this.#retryAt = clock.monotonic() + (limits?.retryMs ?? RETRY_MS);
    this.#tell(failure);
  }

  /** Rows may have come while these were written. */
  #written(file: DayFile, rows: string): void {
    const rest = this.#waiting.get(file)?.slice(rows.length);
    if (rest) this.#waiting.set(file, rest);
    else this.#waiting.delete(file);
    this.#waitingSize -= rows.length;
  }

  #tell(failure: { error: unknown } | undefined): void {
    const { registry, folder, logger } = this.#options;
    if (failure) {
      if (!this.#hasFailed) logger.warn(`CSV files cannot be written: ${errorText(failure.error)}`, failure);
      registry.raise(csvLogFailure(folder, failure.error, this.#dropped > 0));
    } else if (this.#hasFailed) {
      registry.clear({ code: 'csv-log-failed', subject: folder });
      if (this.#dropped > 0) logger.warn(`${this.#dropped} rows for CSV files were lost: no more fitted in memory.`);
      this.#dropped = 0;
    }
    this.#hasFailed = failure !== undefined;
  }
}
