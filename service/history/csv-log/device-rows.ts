/** Makes the rows of one device from its readings: one for each sampling moment, or one for each interval. */
import { distinctLabel } from '../../contract/index.ts';
import type { DeviceDescription, Sample } from '../../devices/instrument.ts';
import { type CsvWriter, channelHeading, LINE_END } from '../export/csv/csv-writer.ts';
import { localTime, type TimeZone } from '../export/csv/time-zone.ts';

/** How long an interval that is over waits for readings that are on their way, in milliseconds. */
const GRACE_MS = 2000;

/** By so much clocks are changed, at the end of an hour: an interval that is no longer is not concerned. */
const HOUR_MS = 3_600_000;

/** A row, and the moment it is of. */
export interface Row {
  at: number;
  text: string;
}

export interface DeviceRowsOptions {
  writer: CsvWriter;
  zone: TimeZone;
  /** Milliseconds; 0: a row for each sampling moment. */
  intervalMs: number;
}

export class DeviceRows {
  readonly #options: DeviceRowsOptions;
  readonly #channels: readonly string[];
  /** With its line end. */
  readonly heading: string;
  /** The newest reading of each channel in the interval that runs. */
  readonly #newest = new Map<string, number>();
  /** When the interval that runs is over. */
  #due: number | undefined;

  constructor({ product: { channels }, labels = {} }: DeviceDescription, options: DeviceRowsOptions) {
    const { writer } = options;
    const cells = Object.entries(channels).map(([name, { unit }]) =>
      writer.text(channelHeading(name, unit, distinctLabel(channels, labels, name))),
    );
    this.#options = options;
    this.#channels = Object.keys(channels);
    this.heading = [writer.timeHeading, ...cells].join(writer.separator) + LINE_END;
  }

  /** Takes the readings of a moment; answers the rows that are complete by them. */
  take(at: number, samples: readonly Sample[]): Row[] {
    const magnitudes = samples.map(({ channel, magnitude }) => [channel, magnitude ?? Number.NaN] as const);
    if (this.#options.intervalMs === 0) return [this.#row(at, new Map(magnitudes))];
    const end = this.#intervalEnd(at);
    const rows = end === this.#due ? [] : this.#close();
    for (const [channel, magnitude] of magnitudes) this.#newest.set(channel, magnitude);
    this.#due = end;
    return rows;
  }

  /** The row of an interval that is over, where readings came in it. */
  due(now: number): Row[] {
    return this.#due !== undefined && now >= this.#due + GRACE_MS ? this.#close() : [];
  }

  /** Intervals begin with the hours of the local clock, as far as they divide it. */
  #intervalEnd(at: number): number {
    const { intervalMs, zone } = this.#options;
    const local = localTime(at, zone);
    const localEnd = Math.ceil(local / intervalMs) * intervalMs;
    const end = at + localEnd - local;
    if (intervalMs <= HOUR_MS) return end;
    // Clocks that are changed within a long interval make it longer or shorter, so that it ends when the clock says so.
    const changed = end + localEnd - localTime(end, zone);
    return localTime(changed, zone) === localEnd ? changed : end;
  }

  #close(): Row[] {
    if (this.#due === undefined) return [];
    const row = this.#row(this.#due, this.#newest);
    this.#newest.clear();
    this.#due = undefined;
    return [row];
  }

  #row(at: number, values: ReadonlyMap<string, number>): Row {
    const { writer } = this.#options;
    const cells = this.#channels.map((channel) => writer.number(values.get(channel) ?? Number.NaN));
    return { at, text: [writer.moment(at), ...cells].join(writer.separator) + LINE_END };
  }
}
