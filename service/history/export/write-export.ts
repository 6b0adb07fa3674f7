/** Makes the file of an export from readings: the worker's code without the thread. */
import type { Slice } from '../types.ts';
import type { TimeZone } from './csv/time-zone.ts';
import type { Sink } from './formats/format.ts';
import { FILE_FORMATS } from './formats/index.ts';
import type { ExportPlan } from './plan.ts';
import { mergeByTimestamp, SliceCursor } from './rows.ts';
import { summarize } from './summarize.ts';

/** Values merged before they are written. */
const BATCH_VALUES = 65_536;

export interface Progress {
  rows: number;
  readings: number;
}

export interface WriteOptions {
  plan: ExportPlan;
  /** Readings of a channel, given by its index in the plan, from a timestamp on. */
  read(channel: number, from: number): Promise<Slice>;
  sink: Sink;
  zone: TimeZone;
  progress: Progress;
  /** Called once, when the first readings of all channels are available. */
  onBegun(): void;
  /** Called after each portion of readings: a file by interval may send nothing for long. */
  onProgress(): void;
}

export async function writeExport(options: WriteOptions): Promise<void> {
  const { plan, read, sink, zone, progress } = options;
  const { channels, layout, from, interval } = plan;
  const format = FILE_FORMATS[plan.format](plan, sink, zone);
  const cursors = channels.map((_, place) => new SliceCursor((next) => read(place, next), from));
  await Promise.all(cursors.map((cursor) => cursor.fill()));
  options.onBegun();
  await format.start();
  const maxRows = Math.max(256, Math.floor(BATCH_VALUES / channels.length));
  const merged = mergeByTimestamp(cursors, maxRows);
  const all = interval ? summarize(merged, channels.length, { ...interval, zone }) : merged;
  for await (const rows of all) {
    await format.writeRows(rows);
    progress.rows += layout === 'moments' ? rows.rows : rows.entries;
    progress.readings += rows.readings;
    options.onProgress();
  }
  await format.end();
}
