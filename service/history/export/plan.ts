import { type ChannelRef, type CsvOptions, channelPath, type ExportFormat } from '../../contract/index.ts';

export interface PlannedChannel extends ChannelRef {
  /** Empty if unknown. */
  readonly unit: string;
  /** Distinguishes channels with the same description; may be empty. */
  readonly label: string;
}

export interface ExportPlan {
  readonly channels: readonly PlannedChannel[];
  /** Milliseconds since 1970; [from, to). */
  readonly from: number;
  readonly to: number;
  readonly format: ExportFormat;
  readonly layout: 'moments' | 'readings';
  readonly csv: CsvOptions;
  /** Rows per CSV file, delivered as a ZIP; undefined: one file of any length. */
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

/** Column names for programs, as in the API: `usb/E24638/temperature`. */
export function columnPaths(channels: readonly ChannelRef[]): string[] {
  return channels.map(channelPath);
}
