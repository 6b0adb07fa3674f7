/** Makes whole files of small exports, without a worker. */
import { type CsvOptions, csvOptionsSchema } from '../../../../../service/contract/index.ts';
import type { TimeZone } from '../../../../../service/history/export/csv/time-zone.ts';
import type { ExportPlan } from '../../../../../service/history/export/plan.ts';
import { writeExport } from '../../../../../service/history/export/write-export.ts';
import { type Kept, memorySource } from './memory-source.ts';

export const UTC: TimeZone = { name: 'UTC', offsetAt: () => 0 };

export interface FileWish extends Partial<Omit<ExportPlan, 'channels' | 'csv'>> {
  csv?: Partial<CsvOptions>;
  zone?: TimeZone;
}

/** The whole file, and what was counted. */
export async function fileOf(
  kept: readonly Kept[],
  { csv = {}, zone = UTC, ...wish }: FileWish = {},
): Promise<{ bytes: Buffer; rows: number; readings: number }> {
  const source = memorySource(kept);
  const pieces: Uint8Array[] = [];
  const progress = { rows: 0, readings: 0 };
  const plan: ExportPlan = {
    channels: kept.map(({ family, serial, channel, unit, label = '' }) => {
      return { family, serial, channel, unit, label, decimals: 2 };
    }),
    from: -8e15,
    to: 8e15,
    format: 'csv',
    layout: 'moments',
    csv: csvOptionsSchema.parse({ decimals: 'all', ...csv }),
    interval: undefined,
    splitRows: undefined,
    baseName: 'mensura-test',
    sliceReadings: 1000,
    ...wish,
  };
  await writeExport({
    plan,
    read: (channel, from) => source.read(kept[channel] as Kept, from, plan.to, plan.sliceReadings),
    sink: {
      put: (bytes) => {
        pieces.push(bytes);
        return Promise.resolve();
      },
    },
    zone,
    progress,
    onBegun: () => {},
    onProgress: () => {},
  });
  return { bytes: Buffer.concat(pieces), ...progress };
}
