/** The formats by what is asked for. */
import type { TimeZone } from '../csv/time-zone.ts';
import type { ExportPlan } from '../plan.ts';
import { csvRows } from './csv-rows.ts';
import type { FileFormat, Sink } from './format.ts';
import { jsonRows } from './json-rows.ts';
import { ParquetFile } from './parquet-file.ts';
import { TextFile } from './text-file.ts';
import { ZipFile } from './zip-file.ts';

export function createFormat(plan: ExportPlan, sink: Sink, zone: TimeZone): FileFormat {
  const { format, splitRows, baseName } = plan;
  if (format === 'parquet') return new ParquetFile(plan, sink);
  if (format === 'jsonl') return new TextFile(jsonRows(plan), sink);
  const content = csvRows(plan, zone);
  if (splitRows === undefined) return new TextFile(content, sink);
  return new ZipFile({
    content,
    sink,
    splitRows,
    nameOf: (part) => `${baseName}-${String(part).padStart(4, '0')}.csv`,
  });
}
