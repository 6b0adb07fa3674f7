/** Builds the rows of one device: one for each sample set or each interval. */
import { distinctLabel } from '../../contract/index.ts';
import type { DeviceDescription, Sample } from '../../devices/types.ts';
import { LINE_END } from '../../support/csv.ts';
import { type ComputedDecimals, type CsvWriter, channelHeading, csvDecimals } from '../export/csv/csv-writer.ts';
import { localTime, type TimeZone } from '../export/csv/time-zone.ts';

/** Time to wait for delayed readings after an interval ends, in milliseconds. */
const GRACE_MS = 2000;

/** Clock changes move local time by one hour; shorter intervals are unaffected. */
const HOUR_MS = 3_600_000;

export interface Row {
  at: number;
  text: string;
}

export interface DeviceRowsOptions {
  writer: CsvWriter;
  zone: TimeZone;
  /** Milliseconds; 0: a row for each sample set. */
  intervalMs: number;
  computedDecimals?: ComputedDecimals | undefined;
}

export class DeviceRows {
  readonly #options: DeviceRowsOptions;
  readonly #channels: readonly string[];
  #decimals: readonly (number | undefined)[];
  /** With its line end. */
  readonly heading: string;
  /** The newest value of each channel in the current interval. */
  readonly #newest = new Map<string, number>();
  /** When the current interval ends. */
  #due: number | undefined;

  constructor(description: DeviceDescription, options: DeviceRowsOptions) {
    const {
      product: { channels },
      labels = {},
    } = description;
    const { writer } = options;
    const cells = Object.entries(channels).map(([name, { unit }]) =>
      writer.text(channelHeading(name, unit, distinctLabel(channels, labels, name))),
    );
    this.#options = options;
    this.#channels = Object.keys(channels);
    this.#decimals = decimalsIn(description, options);
    this.heading = [writer.timeHeading, ...cells].join(writer.separator) + LINE_END;
  }

  /** Follows a description with the same heading, whose decimals may be others. */
  describe(description: DeviceDescription): void {
    this.#decimals = decimalsIn(description, this.#options);
  }

  /** Adds the readings of one timestamp; returns the rows they complete. */
  take(at: number, samples: readonly Sample[]): Row[] {
    const magnitudes = samples.map(({ channel, magnitude }) => [channel, magnitude ?? Number.NaN] as const);
    if (this.#options.intervalMs === 0) return [this.#row(at, new Map(magnitudes))];
    const end = this.#intervalEnd(at);
    const rows = end === this.#due ? [] : this.#close();
    for (const [channel, magnitude] of magnitudes) this.#newest.set(channel, magnitude);
    this.#due = end;
    return rows;
  }

  /** The row of a finished interval; empty if it has no readings. */
  due(now: number): Row[] {
    return this.#due !== undefined && now >= this.#due + GRACE_MS ? this.#close() : [];
  }

  /** Intervals start on the hour of the local clock where they divide it evenly. */
  #intervalEnd(at: number): number {
    const { intervalMs, zone } = this.#options;
    const local = localTime(at, zone);
    const localEnd = Math.ceil(local / intervalMs) * intervalMs;
    const end = at + localEnd - local;
    if (intervalMs <= HOUR_MS) return end;
    // A clock change lengthens or shortens a long interval, so that it still ends at its local time.
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
    const cells = this.#channels.map((channel, place) =>
      writer.reading(values.get(channel) ?? Number.NaN, this.#decimals[place]),
    );
    return { at, text: [writer.timestamp(at), ...cells].join(writer.separator) + LINE_END };
  }
}

function decimalsIn(
  { family, serial, product: { channels } }: DeviceDescription,
  { computedDecimals }: DeviceRowsOptions,
): (number | undefined)[] {
  return Object.entries(channels).map(([channel, { unit }]) =>
    csvDecimals({ family, serial, channel }, unit, computedDecimals),
  );
}
