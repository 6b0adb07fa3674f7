import type { ColumnSource, SchemaElement } from 'hyparquet-writer';
import { channelPath } from '../../../contract/index.ts';
import { columnsOf, type ExportPlan, type PlannedColumn, valueNames } from '../plan.ts';
import { NO_READING, type Rows } from '../rows.ts';
import { entriesOf } from './text-file.ts';

/** Rows of a row group, which is held in memory until written. More than 64 columns have fewer: 32 MiB. */
export const GROUP_ROWS = 65_536;
const GROUP_VALUES = 64 * GROUP_ROWS;

/** Collects row groups. Write a group before adding rows: its memory is reused. */
export interface ParquetRows {
  readonly schema: SchemaElement[];
  /** Adds rows; returns the groups they fill. */
  add(sampleSets: Rows): Iterable<ColumnSource[]>;
  /** The rows since the last full group; undefined if there are none. */
  rest(): ColumnSource[] | undefined;
}

const TIMESTAMP: SchemaElement = {
  name: 'timestamp',
  type: 'INT64',
  repetition_type: 'REQUIRED',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
};

/** Doubles, or whole numbers for counts. */
function numbers(name: string, value: PlannedColumn['value']): SchemaElement {
  return { name, type: value === 'count' ? 'INT32' : 'DOUBLE', repetition_type: 'OPTIONAL' };
}

function texts(name: string): SchemaElement {
  return {
    name,
    type: 'BYTE_ARRAY',
    repetition_type: 'REQUIRED',
    converted_type: 'UTF8',
    logical_type: { type: 'STRING' },
  };
}

function schemaOf(columns: SchemaElement[]): SchemaElement[] {
  return [{ name: 'mensura', num_children: columns.length }, ...columns];
}

function timestamps(at: BigInt64Array): ColumnSource {
  return { name: 'timestamp', data: at, encoding: 'DELTA_BINARY_PACKED' };
}

/** Null for invalid values. Built on request, so that only one column exists at a time. */
function nullable(name: string, values: Float64Array): ColumnSource {
  return {
    name,
    get data() {
      return values.every(Number.isFinite)
        ? values
        : Array.from(values, (value) => (Number.isFinite(value) ? value : null));
    },
  };
}

export function parquetRows(plan: ExportPlan): ParquetRows {
  return plan.layout === 'moments' ? sampleSetRows(plan) : readingRows(plan);
}

/** `usb/E24638/temperature`, or of an interval `usb/E24638/temperature/mean`. */
export function columnPath({ channel, value }: PlannedColumn): string {
  return value === undefined ? channelPath(channel) : `${channelPath(channel)}/${value}`;
}

function sampleSetRows(plan: ExportPlan): ParquetRows {
  const planned = columnsOf(plan);
  const paths = planned.map(columnPath);
  const groupRows = Math.min(GROUP_ROWS, Math.floor(GROUP_VALUES / planned.length));
  const at = new BigInt64Array(groupRows);
  const columns = paths.map(() => new Float64Array(groupRows));
  let rows = 0;

  function group(): ColumnSource[] {
    const taken = rows;
    rows = 0;
    return [
      timestamps(at.subarray(0, taken)),
      ...columns.map((values, place) => nullable(paths[place] ?? '', values.subarray(0, taken))),
    ];
  }

  return {
    schema: schemaOf([TIMESTAMP, ...planned.map((column, place) => numbers(paths[place] ?? '', column.value))]),
    *add(sampleSets) {
      for (let row = 0; row < sampleSets.rows; row += 1) {
        at[rows] = BigInt(Math.floor(sampleSets.at[row] as number));
        for (let place = 0; place < columns.length; place += 1) {
          (columns[place] as Float64Array)[rows] = sampleSets.values[place]?.[row] ?? NO_READING;
        }
        rows += 1;
        if (rows === groupRows) yield group();
      }
    },
    rest: () => (rows > 0 ? group() : undefined),
  };
}

const NAMES = ['family', 'serial', 'channel', 'unit'] as const;

function readingRows(plan: ExportPlan): ParquetRows {
  const { channels } = plan;
  const names = valueNames(plan);
  const at = new BigInt64Array(GROUP_ROWS);
  const places = new Uint8Array(GROUP_ROWS);
  const columns = names.map(() => new Float64Array(GROUP_ROWS));
  let rows = 0;

  function group(): ColumnSource[] {
    const taken = places.subarray(0, rows);
    const keyColumns = NAMES.map((name): ColumnSource => {
      const known = channels.map((channel) => channel[name]);
      return {
        name,
        encoding: 'RLE_DICTIONARY',
        get data() {
          return Array.from(taken, (place) => known[place] ?? '');
        },
      };
    });
    const numberColumns = columns.map((values, index) =>
      nullable(names[index] ?? '', values.subarray(0, taken.length)),
    );
    rows = 0;
    return [timestamps(at.subarray(0, taken.length)), ...keyColumns, ...numberColumns];
  }

  return {
    schema: schemaOf([
      TIMESTAMP,
      ...NAMES.map(texts),
      ...names.map((name, index) => numbers(name, plan.interval?.values[index])),
    ]),
    *add(sampleSets) {
      for (const { row, place, first } of entriesOf(sampleSets, names.length)) {
        at[rows] = BigInt(Math.floor(sampleSets.at[row] as number));
        places[rows] = place;
        for (let index = 0; index < columns.length; index += 1) {
          (columns[index] as Float64Array)[rows] = sampleSets.values[first + index]?.[row] as number;
        }
        rows += 1;
        if (rows === GROUP_ROWS) yield group();
      }
    },
    rest: () => (rows > 0 ? group() : undefined),
  };
}
