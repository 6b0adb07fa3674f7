import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BucketColumns,
  decodeHistory,
  encodeHistory,
  type HistoryColumns,
  type HistoryPart,
  type HistoryResult,
  type ReadingColumns,
} from '../../../service/contract/index.ts';

const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const value = fc.option(number, { nil: null });
const count = fc.nat({ max: 2 ** 32 });
const moment = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  .map((date) => date.toISOString());

/** Columns of one length. */
function rows<Row extends object>(row: fc.Arbitrary<Row>): fc.Arbitrary<{ [Name in keyof Row]: Row[Name][] }> {
  return fc.array(row, { maxLength: 20 }).chain((all) =>
    // The names, where there is no row to tell them.
    row.map((example) => {
      const columns = Object.keys(example).map((name) => [name, all.map((one) => one[name as keyof Row])]);
      return Object.fromEntries(columns) as { [Name in keyof Row]: Row[Name][] };
    }),
  );
}

type Readings = Extract<HistoryPart, { kind: 'readings' }>;
type Buckets = Extract<HistoryPart, { kind: 'buckets' }>;

function readingsPart([columns, broken]: [Pick<Readings, 'at' | 'magnitude'>, number[]]): Readings {
  return { kind: 'readings', ...columns, broken };
}

function bucketsPart([width_ms, columns]: [number, Omit<Buckets, 'kind' | 'width_ms'>]): Buckets {
  return { kind: 'buckets', width_ms, ...columns };
}

const part: fc.Arbitrary<HistoryPart> = fc.oneof(
  fc.tuple(rows(fc.record({ at: number, magnitude: value })), fc.array(count)).map(readingsPart),
  fc
    .tuple(
      fc.integer({ min: 1, max: 2 ** 40 }),
      rows(fc.record({ at: number, count, min: value, max: value, mean: value, broken: fc.nat({ max: 7 }) })),
    )
    .map(bucketsPart),
);

const answer: fc.Arbitrary<HistoryResult> = fc.record({
  from: moment,
  to: moment,
  until: moment,
  channels: fc.array(
    fc.record({
      family: fc.constantFrom('usb' as const, 'gateway' as const),
      serial: fc.string({ unit: 'grapheme' }),
      channel: fc.string(),
      unit: fc.string({ unit: 'grapheme' }),
      parts: fc.array(part, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
});

const numbers = (column: Float64Array): number[] => [...column];
const values = (column: Float64Array): (number | null)[] =>
  numbers(column).map((one) => (Number.isNaN(one) ? null : one));

function listed(columns: ReadingColumns | BucketColumns): HistoryPart {
  const { at, broken } = columns;
  const common = { at: numbers(at), broken: numbers(broken) };
  if (columns.kind === 'readings') return { kind: 'readings', ...common, magnitude: values(columns.magnitude) };
  const { width_ms, min, max, mean } = columns;
  const extremes = { min: values(min), max: values(max), mean: values(mean) };
  return { kind: 'buckets', width_ms, ...common, count: numbers(columns.count), ...extremes };
}

/** The answer that columns stand for. */
function answerOf({ channels, ...stretch }: HistoryColumns): HistoryResult {
  return { ...stretch, channels: channels.map(({ parts, ...rest }) => ({ ...rest, parts: parts.map(listed) })) };
}

const EXAMPLE: HistoryResult = {
  from: '2026-11-20T14:45:12.318Z',
  to: '2026-11-20T15:45:12.318Z',
  until: '2026-11-20T15:45:12.318Z',
  channels: [
    {
      family: 'usb',
      serial: 'E24638',
      channel: 'temperature',
      unit: '°C',
      parts: [{ kind: 'readings', at: [1, 2], magnitude: [20.5, null], broken: [2] }],
    },
  ],
};

describe('the compact form of a history response', () => {
  test('restores every response exactly', () => {
    fc.assert(
      fc.property(answer, (given) => {
        expect(answerOf(decodeHistory(encodeHistory(given).buffer))).toEqual(given);
      }),
    );
  });

  test('has the documented bytes', () => {
    const bytes = encodeHistory(EXAMPLE);
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('MHB1');
    const headLength = view.getUint32(4, true);
    expect(headLength % 8).toBe(0);
    expect(JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headLength)))).toEqual({
      ...EXAMPLE,
      channels: [{ ...EXAMPLE.channels[0], parts: [{ kind: 'readings', length: 2, broken: 1 }] }],
    });
    const doubles = Array.from({ length: 5 }, (_, index) => view.getFloat64(8 + headLength + 8 * index, true));
    expect(doubles).toEqual([1, 2, 20.5, Number.NaN, 2]);
    expect(bytes.length).toBe(8 + headLength + 40);
  });

  test('is parsed without copying the columns', () => {
    const { buffer } = encodeHistory(EXAMPLE);
    const [channel] = decodeHistory(buffer).channels;
    expect(channel?.parts[0]?.at.buffer).toBe(buffer);
  });

  test('is rejected if it is truncated or too long', () => {
    const { buffer } = encodeHistory(EXAMPLE);
    for (let length = 0; length < buffer.byteLength; length += 1) {
      expect(() => decodeHistory(buffer.slice(0, length))).toThrow(/cut off|as many figures/);
    }
    const longer = new Uint8Array(buffer.byteLength + 8);
    longer.set(new Uint8Array(buffer));
    expect(() => decodeHistory(longer.buffer)).toThrow('as many figures');
  });

  test('is parsed or rejected without reading beyond its bytes', () => {
    fc.assert(
      fc.property(answer, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1 }), (given, changes) => {
        const bytes = encodeHistory(given);
        for (const [place, byte] of changes) bytes[place % bytes.length] = byte;
        try {
          decodeHistory(bytes.buffer);
        } catch (error) {
          expect((error as Error).message).toMatch(/answer of the history/);
        }
      }),
    );
    expect(() => decodeHistory(new TextEncoder().encode('{"message": "no"}').buffer)).toThrow(
      'This is no answer of the history in a form that is known.',
    );
  });
});
