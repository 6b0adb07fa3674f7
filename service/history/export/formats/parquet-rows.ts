import type { ColumnSource, SchemaElement } from 'hyparquet-writer';
import { channelPath } from '../../../contract/index.ts';
import type { ExportPlan } from '../plan.ts';
import { NO_READING, type Rows } from '../rows.ts';
import { readingsOf } from './text-file.ts';

/** Rows of a row group, which is held in memory until written: 64 channels take 32 MiB. */
export const GROUP_ROWS = 65_536;

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

function doubles(name: string): SchemaElement {
  return { name, type: 'DOUBLE', repetition_type: 'OPTIONAL' };
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

function sampleSetRows({ channels }: ExportPlan): ParquetRows {
  const paths = channels.map(channelPath);
  const at = new BigInt64Array(GROUP_ROWS);
  const columns = paths.map(() => new Float64Array(GROUP_ROWS));
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
    schema: schemaOf([TIMESTAMP, ...paths.map(doubles)]),
    *add(sampleSets) {
      for (let row = 0; row < sampleSets.rows; row += 1) {
        at[rows] = BigInt(Math.floor(sampleSets.at[row] as number));
        for (let place = 0; place < columns.length; place += 1) {
          (columns[place] as Float64Array)[rows] = sampleSets.values[place]?.[row] ?? NO_READING;
        }
        rows += 1;
        if (rows === GROUP_ROWS) yield group();
      }
    },
    rest: () => (rows > 0 ? group() : undefined),
  };
}

const NAMES = ['family', 'serial', 'channel', 'unit'] as const;

function readingRows({ channels }: ExportPlan): ParquetRows {
  const at = new BigInt64Array(GROUP_ROWS);
  const places = new Uint8Array(GROUP_ROWS);
  const values = new Float64Array(GROUP_ROWS);
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
    const columns = [timestamps(at.subarray(0, rows)), ...keyColumns, nullable('magnitude', values.subarray(0, rows))];
    rows = 0;
    return columns;
  }

  return {
    schema: schemaOf([TIMESTAMP, ...NAMES.map(texts), doubles('magnitude')]),
    *add(sampleSets) {
      for (const { row, place, value } of readingsOf(sampleSets)) {
        at[rows] = BigInt(Math.floor(sampleSets.at[row] as number));
        places[rows] = place;
        values[rows] = value;
        rows += 1;
        if (rows === GROUP_ROWS) yield group();
      }
    },
    rest: () => (rows > 0 ? group() : undefined),
  };
}
