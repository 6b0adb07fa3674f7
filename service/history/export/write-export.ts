/** Makes the file of an export from readings: the worker's code without the thread. */
import type { Slice } from '../types.ts';
import type { TimeZone } from './csv/time-zone.ts';
import type { Sink } from './formats/format.ts';
import { createFormat } from './formats/index.ts';
import type { ExportPlan } from './plan.ts';
import { type Cursor, mergeByTimestamp } from './rows.ts';

const NOTHING = new Float64Array(0);

class SliceCursor implements Cursor {
  readonly #read: (from: number) => Promise<Slice>;
  #coming: Promise<Slice> | undefined;
  at = NOTHING as Float64Array;
  value = NOTHING as Float64Array;
  index = 0;

  /** @param read requests readings from a timestamp on; called at once */
  constructor(read: (from: number) => Promise<Slice>, from: number) {
    this.#read = read;
    this.#coming = read(from);
  }

  async fill(): Promise<void> {
    while (this.index === this.at.length && this.#coming) {
      const { at, value, next } = await this.#coming;
      this.#coming = next === null ? undefined : this.#read(next);
      this.at = at;
      this.value = value;
      this.index = 0;
    }
    if (this.index === this.at.length && this.index > 0) {
      this.at = NOTHING;
      this.value = NOTHING;
      this.index = 0;
    }
  }
}

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
  const format = createFormat(plan, sink, zone);
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
