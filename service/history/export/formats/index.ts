import { channelPath, type ExportFormat } from '../../../contract/index.ts';
import type { TimeZone } from '../csv/time-zone.ts';
import type { ExportPlan } from '../plan.ts';
import { NO_READING } from '../rows.ts';
import type { FileFormat, Sink, TextRows } from './format.ts';
import { ParquetFile } from './parquet-file.ts';
import { csvRows, readingsOf, TextFile } from './text-file.ts';
import { ZipFile } from './zip-file.ts';

/** Creates the writer of each format. */
export const FILE_FORMATS: Readonly<
  Record<ExportFormat, (plan: ExportPlan, sink: Sink, zone: TimeZone) => FileFormat>
> = {
  csv: createCsv,
  jsonl: (plan, sink) => new TextFile(plan.layout === 'moments' ? sampleSetRows(plan) : readingRows(plan), sink),
  parquet: (plan, sink) => new ParquetFile(plan, sink),
};

function createCsv(plan: ExportPlan, sink: Sink, zone: TimeZone): FileFormat {
  const { splitRows, baseName } = plan;
  const content = csvRows(plan, zone);
  if (splitRows === undefined) return new TextFile(content, sink);
  return new ZipFile({
    content,
    sink,
    splitRows,
    nameOf: (part) => `${baseName}-${String(part).padStart(4, '0')}.csv`,
  });
}

/** JSON has no NaN: a sensor error is null. */
function magnitude(value: number): string {
  return Number.isFinite(value) ? String(value) : 'null';
}

function timestamp(at: number | undefined): string {
  return `{"timestamp":"${new Date(at ?? Number.NaN).toISOString()}"`;
}

function sampleSetRows({ channels }: ExportPlan): TextRows {
  const before = channels.map((channel) => `${JSON.stringify(channelPath(channel))}:{"magnitude":`);
  const after = channels.map(({ unit }) => `,"unit":${JSON.stringify(unit)}}`);
  return {
    heading: '',
    *rows({ rows, at, values }) {
      for (let row = 0; row < rows; row += 1) {
        let members = '';
        for (let place = 0; place < values.length; place += 1) {
          const value = values[place]?.[row] ?? NO_READING;
          if (value === NO_READING) continue;
          members += `${members && ','}${before[place]}${magnitude(value)}${after[place]}`;
        }
        yield `${timestamp(at[row])},"values":{${members}}}\n`;
      }
    },
  };
}

function readingRows({ channels }: ExportPlan): TextRows {
  const before = channels.map(({ family, serial, channel }) => {
    const names = Object.entries({ family, serial, channel });
    return names.map(([name, text]) => `,"${name}":${JSON.stringify(text)}`).join('');
  });
  const after = channels.map(({ unit }) => `,"unit":${JSON.stringify(unit)}}\n`);
  return {
    heading: '',
    *rows(sampleSets) {
      for (const { row, place, value } of readingsOf(sampleSets)) {
        yield `${timestamp(sampleSets.at[row])}${before[place]},"magnitude":${magnitude(value)}${after[place]}`;
      }
    },
  };
}
