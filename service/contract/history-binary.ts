/**
 * The compact form of a history response, `application/vnd.mensura.history`, for charts. All numbers are
 * little-endian:
 *
 *     bytes 0 to 3   "MHB1"
 *     bytes 4 to 7   length of the head in bytes, unsigned; with these eight bytes a multiple of eight
 *     the head       JSON in UTF-8, padded with spaces: the response with the length of each column in its place
 *     the columns    64-bit floating point numbers, one column after the other in the order of the head: of readings
 *                    `at`, `magnitude`, `broken`; of buckets `at`, `count`, `min`, `max`, `mean`, `broken`
 *
 * NaN stands for null.
 */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { type ChannelRef, channelRefSchema, type HistoryPart, type HistoryResult } from './history.ts';

/** The media type for `Accept`. */
export const HISTORY_BINARY_TYPE = 'application/vnd.mensura.history';

/** `HistoryReadings` with columns of doubles; NaN without a valid reading. */
export interface ReadingColumns {
  kind: 'readings';
  at: Float64Array;
  magnitude: Float64Array;
  broken: Float64Array;
}

/** `HistoryBuckets` with columns of doubles; NaN without a valid reading. */
export interface BucketColumns {
  kind: 'buckets';
  width_ms: number;
  at: Float64Array;
  count: Float64Array;
  min: Float64Array;
  max: Float64Array;
  mean: Float64Array;
  broken: Float64Array;
}

export interface HistoryColumns extends Pick<HistoryResult, 'from' | 'to' | 'until'> {
  channels: (ChannelRef & { unit: string; parts: (ReadingColumns | BucketColumns)[] })[];
}

const MAGIC = 'MHB1';
const PREFACE_BYTES = 8;
const DOUBLE_BYTES = 8;

const length = z.int().min(0);

const headSchema = z.strictObject({
  from: timestampSchema,
  to: timestampSchema,
  until: timestampSchema,
  channels: z.array(
    channelRefSchema.extend({
      unit: z.string(),
      parts: z.array(
        z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('readings'), length, broken: length }),
          z.strictObject({ kind: z.literal('buckets'), width_ms: z.int().min(1), length }),
        ]),
      ),
    }),
  ),
});
type Head = z.infer<typeof headSchema>;
type PartHead = Head['channels'][number]['parts'][number];

type Column = readonly (number | null)[];

function columnsOf(part: HistoryPart): Column[] {
  return part.kind === 'readings'
    ? [part.at, part.magnitude, part.broken]
    : [part.at, part.count, part.min, part.max, part.mean, part.broken];
}

function headOf(part: HistoryPart): PartHead {
  return part.kind === 'readings'
    ? { kind: 'readings', length: part.at.length, broken: part.broken.length }
    : { kind: 'buckets', width_ms: part.width_ms, length: part.at.length };
}

function headBytes({ channels, from, to, until }: HistoryResult): Uint8Array {
  const head: Head = {
    from,
    to,
    until,
    channels: channels.map(({ parts, ...channel }) => ({ ...channel, parts: parts.map(headOf) })),
  };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const padded = new Uint8Array(Math.ceil(text.length / DOUBLE_BYTES) * DOUBLE_BYTES).fill(0x20);
  padded.set(text);
  return padded;
}

export function encodeHistory(result: HistoryResult): Uint8Array<ArrayBuffer> {
  const head = headBytes(result);
  const columns = result.channels.flatMap(({ parts }) => parts.flatMap(columnsOf));
  const doubles = columns.reduce((sum, column) => sum + column.length, 0);
  const bytes = new Uint8Array(PREFACE_BYTES + head.length + doubles * DOUBLE_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(MAGIC.length, head.length, true);
  bytes.set(head, PREFACE_BYTES);
  let offset = PREFACE_BYTES + head.length;
  for (const column of columns) {
    for (const value of column) {
      view.setFloat64(offset, value ?? Number.NaN, true);
      offset += DOUBLE_BYTES;
    }
  }
  return bytes;
}

/** Returns the columns in order, without a copy where the computer is little-endian. */
class ColumnReader {
  readonly #buffer: ArrayBuffer;
  #offset: number;

  constructor(buffer: ArrayBuffer, offset: number) {
    this.#buffer = buffer;
    this.#offset = offset;
  }

  next(count: number): Float64Array {
    const offset = this.#offset;
    this.#offset += count * DOUBLE_BYTES;
    if (IS_LITTLE_ENDIAN) return new Float64Array(this.#buffer, offset, count);
    const view = new DataView(this.#buffer, offset, count * DOUBLE_BYTES);
    return Float64Array.from({ length: count }, (_, index) => view.getFloat64(index * DOUBLE_BYTES, true));
  }
}

const IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function readHead(buffer: ArrayBuffer): { head: Head; end: number } {
  if (buffer.byteLength < PREFACE_BYTES) throw new Error('The answer of the history is cut off.');
  const magic = new TextDecoder().decode(new Uint8Array(buffer, 0, MAGIC.length));
  if (magic !== MAGIC) throw new Error('This is no answer of the history in a form that is known.');
  const end = PREFACE_BYTES + new DataView(buffer).getUint32(MAGIC.length, true);
  if (end > buffer.byteLength || end % DOUBLE_BYTES !== 0) throw new Error('The answer of the history is cut off.');
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, PREFACE_BYTES, end - PREFACE_BYTES)));
  } catch (cause) {
    throw new Error('The head of the answer of the history is damaged.', { cause });
  }
  const parsed = headSchema.safeParse(value);
  if (!parsed.success) throw new Error('The head of the answer of the history is damaged.', { cause: parsed.error });
  return { head: parsed.data, end };
}

/** The number of doubles of a part. */
function doublesOf(part: PartHead): number {
  return part.kind === 'readings' ? 2 * part.length + part.broken : 6 * part.length;
}

function readPart(part: PartHead, reader: ColumnReader): ReadingColumns | BucketColumns {
  const { length: count } = part;
  if (part.kind === 'readings') {
    const at = reader.next(count);
    return { kind: 'readings', at, magnitude: reader.next(count), broken: reader.next(part.broken) };
  }
  return {
    kind: 'buckets',
    width_ms: part.width_ms,
    at: reader.next(count),
    count: reader.next(count),
    min: reader.next(count),
    max: reader.next(count),
    mean: reader.next(count),
    broken: reader.next(count),
  };
}

/**
 * Parses the compact form. The columns are views of the buffer, which must not change.
 * @throws Error if the bytes are not a complete response
 */
export function decodeHistory(buffer: ArrayBuffer): HistoryColumns {
  const { head, end } = readHead(buffer);
  const doubles = head.channels.flatMap(({ parts }) => parts).reduce((sum, part) => sum + doublesOf(part), 0);
  if (doubles * DOUBLE_BYTES !== buffer.byteLength - end) {
    throw new Error('The answer of the history has not as many figures as its head says.');
  }
  const reader = new ColumnReader(buffer, end);
  const channels = head.channels.map(({ parts, ...channel }) => ({
    ...channel,
    parts: parts.map((part) => readPart(part, reader)),
  }));
  return { ...head, channels };
}
