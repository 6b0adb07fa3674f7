/** Builds the rows of one device: one for each sample set or each interval. */
import { distinctLabel, type IntervalValue } from '../../contract/index.ts';
import type { DeviceDescription, Sample } from '../../devices/types.ts';
import { LINE_END } from '../../support/csv.ts';
import { type ComputedDecimals, type CsvWriter, channelHeading, csvDecimals } from '../export/csv/csv-writer.ts';
import type { TimeZone } from '../export/csv/time-zone.ts';
import { IntervalSummary, intervalEnd } from '../export/interval-summary.ts';

/** Time to wait for delayed readings after an interval ends, in milliseconds. */
const GRACE_MS = 2000;

export interface Row {
  at: number;
  text: string;
}

export interface DeviceRowsOptions {
  writer: CsvWriter;
  zone: TimeZone;
  /** Milliseconds; 0: a row for each sample set. */
  intervalMs: number;
  /** Of each interval, at least one; no effect without an interval. */
  values: readonly IntervalValue[];
  computedDecimals?: ComputedDecimals | undefined;
}

export class DeviceRows {
  readonly #options: DeviceRowsOptions;
  #decimals: readonly (number | undefined)[];
  /** With its line end. */
  readonly heading: string;
  /** The current interval, by channel. */
  readonly #summaries: ReadonlyMap<string, IntervalSummary>;
  /** When the current interval ends. */
  #due: number | undefined;

  constructor(description: DeviceDescription, options: DeviceRowsOptions) {
    const {
      product: { channels },
      labels = {},
    } = description;
    const { writer } = options;
    const cells = Object.entries(channels).flatMap(([name, { unit }]) => {
      const label = distinctLabel(channels, labels, name);
      return namesIn(options).map((value) =>
        writer.text(channelHeading(name, value === 'count' ? '' : unit, label, value)),
      );
    });
    this.#options = options;
    this.#summaries = new Map(Object.keys(channels).map((name) => [name, new IntervalSummary()]));
    this.#decimals = decimalsIn(description, options);
    this.heading = [writer.timeHeading, ...cells].join(writer.separator) + LINE_END;
  }

  /** Follows a description with the same heading, whose decimals may be others. */
  describe(description: DeviceDescription): void {
    this.#decimals = decimalsIn(description, this.#options);
  }

  /** Adds the readings of one timestamp; returns the rows they complete. */
  take(at: number, samples: readonly Sample[]): Row[] {
    const { intervalMs, zone } = this.#options;
    const end = intervalMs === 0 ? at : intervalEnd(at, intervalMs, zone);
    const rows = end === this.#due ? [] : this.#close();
    for (const { channel, magnitude } of samples) this.#summaries.get(channel)?.add(magnitude ?? Number.NaN);
    this.#due = end;
    return intervalMs === 0 ? this.#close() : rows;
  }

  /** The row of a finished interval; empty if it has no readings. */
  due(now: number): Row[] {
    return this.#due !== undefined && now >= this.#due + GRACE_MS ? this.#close() : [];
  }

  #close(): Row[] {
    const { writer } = this.#options;
    const at = this.#due;
    if (at === undefined) return [];
    const names = this.#options.intervalMs === 0 ? NEWEST : this.#options.values;
    const cells = [...this.#summaries.values()].flatMap((summary, place) =>
      names.map((name) => {
        // Without a reading, a count of 0 would claim sensor errors.
        const value = summary.readings === 0 ? Number.NaN : summary.value(name);
        return writer.reading(value, name === 'count' ? 0 : this.#decimals[place]);
      }),
    );
    for (const summary of this.#summaries.values()) summary.clear();
    this.#due = undefined;
    return [{ at, text: [writer.timestamp(at), ...cells].join(writer.separator) + LINE_END }];
  }
}

const NEWEST: readonly IntervalValue[] = ['newest'];

/** As in headings: the newest values alone have the headings of readings. */
function namesIn({ intervalMs, values }: DeviceRowsOptions): readonly (IntervalValue | '')[] {
  return intervalMs === 0 || (values.length === 1 && values[0] === 'newest') ? [''] : values;
}

function decimalsIn(
  { family, serial, product: { channels } }: DeviceDescription,
  { computedDecimals }: DeviceRowsOptions,
): (number | undefined)[] {
  return Object.entries(channels).map(([channel, { unit }]) =>
    csvDecimals({ family, serial, channel }, unit, computedDecimals),
  );
}
