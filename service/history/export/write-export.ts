/** Makes the file of an export from readings: the worker's code without the thread. */
import type { Slice } from '../types.ts';
import type { TimeZone } from './csv/time-zone.ts';
import type { Sink } from './formats/format.ts';
import { FILE_FORMATS } from './formats/index.ts';
import type { ExportPlan } from './plan.ts';
import { mergeByTimestamp, SliceCursor } from './rows.ts';

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
}

export async function writeExport({ plan, read, sink, zone, progress, onBegun }: WriteOptions): Promise<void> {
  const { channels, layout, from } = plan;
  const format = FILE_FORMATS[plan.format](plan, sink, zone);
  const cursors = channels.map((_, place) => new SliceCursor((next) => read(place, next), from));
  await Promise.all(cursors.map((cursor) => cursor.fill()));
  onBegun();
  await format.start();
  const maxRows = Math.max(256, Math.floor(BATCH_VALUES / channels.length));
  for await (const sampleSets of mergeByTimestamp(cursors, maxRows)) {
    await format.writeRows(sampleSets);
    progress.rows += layout === 'moments' ? sampleSets.rows : sampleSets.readings;
    progress.readings += sampleSets.readings;
  }
  await format.end();
}
