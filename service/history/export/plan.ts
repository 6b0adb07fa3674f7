import type { ChannelRef, CorrectionVersion, CsvOptions, ExportFormat, StoredChannel } from '../../contract/index.ts';

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
