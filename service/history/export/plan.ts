/** What the worker is told of an export before it begins. */
import { type ChannelRef, type CsvOptions, channelPath, type ExportFormat } from '../../contract/index.ts';

/** A channel of an export, with what is known of it. */
export interface PlannedChannel extends ChannelRef {
  /** Empty where nothing of the channel is known. */
  readonly unit: string;
  /** What tells it from channels of the same description; empty where there are none. */
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
  /** Rows of one CSV file, which then come as a ZIP; undefined for one file, however long. */
  readonly splitRows: number | undefined;
  /** The file's name without its ending: what the parts of a ZIP are called after. */
  readonly baseName: string;
  /** How many readings of a channel are asked for at a time. */
  readonly sliceReadings: number;
}

/**
 * Names of columns that differ: `E24638 temperature`. The family stands in front where one serial number is in both
 * families, which makes two devices.
 */
export function columnNames(channels: readonly ChannelRef[]): string[] {
  const names = channels.map(({ serial, channel }) => `${serial} ${channel}`);
  return channels.map(({ family }, index) => {
    const name = names[index] ?? '';
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${family} ${name}`;
  });
}

/** Names of columns for programs, as in the API: `usb/E24638/temperature`. */
export function columnPaths(channels: readonly ChannelRef[]): string[] {
  return channels.map(channelPath);
}
