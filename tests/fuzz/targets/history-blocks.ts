/** Damaged blocks of the history, with a check sum that is right: what the decoders make of them. */
import { crc32 } from 'node:zlib';
import { decodeHistory, encodeHistory } from '../../../service/contract/history-binary.ts';
import {
  decodeBuckets,
  decodePoints,
  encodeBuckets,
  encodePoints,
} from '../../../service/history/query/codec/buckets.ts';
import { StoreError } from '../../../service/history/types.ts';
import { must, type Target } from '../engine/target.ts';

const MAX_ROWS = 2 ** 20;

/** Which decoder an input goes to. */
const WAYS = { points: 0, buckets: 1, answer: 2 } as const;

/** The check sum at the end becomes right. */
function signed(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  if (copy.length >= 4) copy.writeUInt32LE(crc32(copy.subarray(0, -4)), copy.length - 4);
  return copy;
}

function decodeBlock(decode: (bytes: Uint8Array) => object, bytes: Uint8Array): void {
  try {
    const columns = Object.values(decode(bytes)) as ArrayLike<number>[];
    const [rows = 0] = columns.map(({ length }) => length);
    must(rows <= MAX_ROWS && columns.every(({ length }) => length === rows), 'columns of different lengths');
  } catch (error) {
    if (!(error instanceof StoreError) || error.fault !== 'damaged') throw error;
  }
}

/** As the window reads an answer of the history. */
function decodeAnswer(bytes: Uint8Array): void {
  try {
    const { channels } = decodeHistory(Uint8Array.from(bytes).buffer);
    const doubles = channels.flatMap(({ parts }) => parts.flatMap((part) => Object.values(part)));
    const held = doubles.reduce<number>((sum, column) => sum + (column instanceof Float64Array ? column.length : 0), 0);
    must(8 * held <= bytes.length, `${held} figures of ${bytes.length} bytes`);
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    must(/answer of the history/.test(error.message), error.message);
  }
}

function run(input: Uint8Array): void {
  const [way = 0] = input;
  const body = input.subarray(1);
  const bytes = way > 127 ? body : signed(body);
  if (way % 3 === WAYS.points) decodeBlock(decodePoints, bytes);
  else if (way % 3 === WAYS.buckets) decodeBlock(decodeBuckets, bytes);
  else decodeAnswer(body);
}

const AT = Float64Array.from({ length: 40 }, (_, index) => 1_790_000_000_000 + 1000 * index);
const value = (make: (index: number) => number): Float64Array => AT.map((_, index) => make(index));
const points = (make: (index: number) => number): Uint8Array => encodePoints({ at: AT, value: value(make) });
const zero = value(() => 0);
const buckets = encodeBuckets({
  at: AT,
  count: value(() => 60),
  failed: zero,
  min: value(Math.sin),
  max: value(Math.cos),
  mean: value(Math.atan),
  m2: zero,
  gaps: zero,
  broken: new Uint8Array(40),
});
const moment = '2026-11-20T14:45:12.318Z';
const answer = encodeHistory({
  from: moment,
  to: moment,
  until: moment,
  channels: [
    {
      family: 'usb',
      serial: 'E1',
      channel: 'temperature',
      unit: '°C',
      parts: [{ kind: 'readings', at: [1, 2], magnitude: [1.5, null], broken: [1] }],
    },
  ],
});
const seed = (way: number, bytes: Uint8Array): Uint8Array => Uint8Array.from([way, ...bytes]);

export const target: Target = {
  covers: ['service/history/query/codec/', 'service/contract/history-binary.ts'],
  words: [
    Uint8Array.of(0x11),
    Uint8Array.of(0x21),
    Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f),
    Uint8Array.of(0x80, 0x80, 0x40),
    'MHB1',
    '"length":',
    '"broken":',
    '"buckets","width_ms":1',
    '9007199254740991',
  ],
  maxBytes: 2048,
  seeds: [
    seed(
      WAYS.points,
      points((index) => index / 10),
    ),
    seed(
      WAYS.points,
      points((index) => Math.sin(index * 12.9898) * 43_758.5453),
    ),
    seed(
      WAYS.points,
      points((index) => [1, Number.NaN, Number.POSITIVE_INFINITY][index % 3] ?? 0),
    ),
    seed(
      WAYS.points,
      points((index) => Math.fround(Math.sin(index))),
    ),
    seed(WAYS.buckets, buckets),
    // A number of rows beyond all measure.
    seed(WAYS.points, Uint8Array.of(0x11, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0, 0, 0, 0, 0, 0)),
    seed(WAYS.answer, answer),
  ],
  open: () => ({ run }),
};
