import { channelPath, type ExportFormat } from '../../../contract/index.ts';
import type { TimeZone } from '../csv/time-zone.ts';
import { type ExportPlan, valueNames } from '../plan.ts';
import { NO_READING, type Rows } from '../rows.ts';
import type { FileFormat, Sink, TextRows } from './format.ts';
import { ParquetFile } from './parquet-file.ts';
import { csvRows, entriesOf, TextFile } from './text-file.ts';
import { createXlsx } from './xlsx-file.ts';
import { ZipFile } from './zip-file.ts';

/** Creates the writer of each format. */
export const FILE_FORMATS: Readonly<
  Record<ExportFormat, (plan: ExportPlan, sink: Sink, zone: TimeZone) => FileFormat>
> = {
  csv: createCsv,
  xlsx: (plan, sink, zone) => createXlsx(plan, sink, zone),
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

function sampleSetRows(plan: ExportPlan): TextRows {
  const { channels } = plan;
  const names = valueNames(plan);
  const keys = channels.map((channel) => JSON.stringify(channelPath(channel)));
  const values = membersOf(plan);
  return {
    heading: '',
    *rows(rows) {
      for (let row = 0; row < rows.rows; row += 1) {
        let members = '';
        for (let place = 0; place < channels.length; place += 1) {
          if (rows.values[place * names.length]?.[row] === NO_READING) continue;
          members += `${members && ','}${keys[place]}:{${values(rows, row, place)}}`;
        }
        yield `${timestamp(rows.at[row])},"values":{${members}}}\n`;
      }
    },
  };
}

function readingRows(plan: ExportPlan): TextRows {
  const names = valueNames(plan);
  const heads = plan.channels.map(({ family, serial, channel }) => {
    const members = Object.entries({ family, serial, channel });
    return members.map(([name, text]) => `,"${name}":${JSON.stringify(text)}`).join('');
  });
  const values = membersOf(plan);
  return {
    heading: '',
    *rows(rows) {
      for (const { row, place } of entriesOf(rows, names.length)) {
        yield `${timestamp(rows.at[row])}${heads[place]},${values(rows, row, place)}}\n`;
      }
    },
  };
}

/** `"magnitude":21.5,"unit":"°C"` of a channel in a row, by its place in the plan. */
function membersOf(plan: ExportPlan): (rows: Rows, row: number, place: number) => string {
  const names = valueNames(plan);
  const ends = plan.channels.map(({ unit }) => `"unit":${JSON.stringify(unit)}`);
  return ({ values }, row, place) => {
    let members = '';
    for (let index = 0; index < names.length; index += 1) {
      members += `"${names[index]}":${magnitude(values[place * names.length + index]?.[row] as number)},`;
    }
    return members + ends[place];
  };
}
