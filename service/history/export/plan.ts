import type {
  ChannelRef,
  CorrectionVersion,
  CsvOptions,
  ExportFormat,
  IntervalValue,
  StoredChannel,
} from '../../contract/index.ts';

/** Unit and label are empty if unknown. */
export interface PlannedChannel extends Pick<StoredChannel, keyof ChannelRef | 'unit' | 'label'> {
  /** In CSV files (`csvDecimals`). */
  readonly decimals: number | undefined;
  /** The versions of its correction in the range, oldest first; left out if there are none. */
  readonly corrections?: readonly CorrectionVersion[];
}

/** The versions in force at any time of [from, to), oldest first. Times are milliseconds since 1970. */
export function versionsWithin(
  newestFirst: readonly CorrectionVersion[],
  from: number,
  to: number,
): readonly CorrectionVersion[] {
  const begun = newestFirst.filter(({ since }) => Date.parse(since) < to);
  const first = begun.findIndex(({ since }) => Date.parse(since) <= from);
  return (first < 0 ? begun : begun.slice(0, first + 1)).toReversed();
}

export interface ExportPlan {
  readonly channels: readonly PlannedChannel[];
  /** Milliseconds since 1970; [from, to). */
  readonly from: number;
  readonly to: number;
  readonly format: ExportFormat;
  readonly layout: 'moments' | 'readings';
  readonly csv: CsvOptions;
  /** Undefined: every reading. At least 1 ms, and one value. */
  readonly interval: { readonly intervalMs: number; readonly values: readonly IntervalValue[] } | undefined;
  /** Only CSV: rows per file, delivered as a ZIP. Undefined: one file of any length. */
  readonly splitRows: number | undefined;
  /** File name without extension; the parts of a ZIP derive theirs from it. */
  readonly baseName: string;
  /** Readings of a channel per request. */
  readonly sliceReadings: number;
}

/** Unique column names: `E24638 temperature`. The family is added where a serial number exists in both families. */
export function columnNames(channels: readonly ChannelRef[]): string[] {
  const names = channels.map(({ serial, channel }) => `${serial} ${channel}`);
  return channels.map(({ family }, index) => {
    const name = names[index] ?? '';
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${family} ${name}`;
  });
}

/** A column of values: of a channel, and of one value of its intervals if there are intervals. */
export interface PlannedColumn {
  readonly channel: PlannedChannel;
  /** `E24638 temperature`. */
  readonly name: string;
  readonly value: IntervalValue | undefined;
  /** Empty for a count. */
  readonly unit: string;
  readonly decimals: number | undefined;
}

/** The columns of values, in the order of `Rows.values`. */
export function columnsOf({ channels, interval }: ExportPlan): PlannedColumn[] {
  const names = columnNames(channels);
  const values: readonly (IntervalValue | undefined)[] = interval?.values ?? [undefined];
  return channels.flatMap((channel, place) =>
    values.map((value) => {
      const { unit, decimals } = value === 'count' ? { unit: '', decimals: 0 } : channel;
      return { channel, name: names[place] ?? '', value, unit, decimals };
    }),
  );
}

/** The names of the values of a channel in a row. */
export function valueNames({ interval }: ExportPlan): readonly string[] {
  return interval?.values ?? ['magnitude'];
}
