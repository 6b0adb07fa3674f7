import { BYTE_ORDER_MARK, LINE_END } from '../../../support/csv.ts';
import { channelHeading, createCsvWriter } from '../csv/csv-writer.ts';
import type { TimeZone } from '../csv/time-zone.ts';
import { CHUNK_BYTES } from '../messages.ts';
import { columnNames, type ExportPlan } from '../plan.ts';
import { NO_READING, type Rows } from '../rows.ts';
import type { FileFormat, Sink, TextRows } from './format.ts';

/** Collects text into chunks. */
export class TextPieces {
  readonly #encoder = new TextEncoder();
  #text = '';

  /** @returns a chunk if one is full */
  add(text: string): Uint8Array<ArrayBuffer> | undefined {
    this.#text += text;
    return this.#text.length < CHUNK_BYTES ? undefined : this.rest();
  }

  /** The remaining text; may be empty. */
  rest(): Uint8Array<ArrayBuffer> {
    const bytes = this.#encoder.encode(this.#text);
    this.#text = '';
    return bytes;
  }
}

export class TextFile implements FileFormat {
  readonly #content: TextRows;
  readonly #sink: Sink;
  readonly #pieces = new TextPieces();

  constructor(content: TextRows, sink: Sink) {
    this.#content = content;
    this.#sink = sink;
  }

  async start(): Promise<void> {
    await this.#write([this.#content.heading]);
  }

  async writeRows(sampleSets: Rows): Promise<void> {
    await this.#write(this.#content.rows(sampleSets));
  }

  async end(): Promise<void> {
    await this.#sink.put(this.#pieces.rest());
  }

  async #write(texts: Iterable<string>): Promise<void> {
    for (const text of texts) {
      const piece = this.#pieces.add(text);
      if (piece) await this.#sink.put(piece);
    }
  }
}

export function csvRows(plan: ExportPlan, zone: TimeZone): TextRows {
  return plan.layout === 'moments' ? sampleSetRows(plan, zone) : readingRows(plan, zone);
}

function sampleSetRows({ channels, csv }: ExportPlan, zone: TimeZone): TextRows {
  const { separator, timeHeading, text, reading, timestamp } = createCsvWriter(csv, zone);
  const names = columnNames(channels);
  const columns = channels.map(({ unit, label }, place) => text(channelHeading(names[place] ?? '', unit, label)));
  return {
    heading: BYTE_ORDER_MARK + [timeHeading, ...columns].join(separator) + LINE_END,
    *rows({ rows, at, values }) {
      for (let row = 0; row < rows; row += 1) {
        let line = timestamp(at[row] as number);
        for (let place = 0; place < values.length; place += 1) {
          line += separator + reading(values[place]?.[row] as number, channels[place]?.decimals);
        }
        yield line + LINE_END;
      }
    },
  };
}

function readingRows({ channels, csv }: ExportPlan, zone: TimeZone): TextRows {
  const { separator, timeHeading, text, reading, timestamp } = createCsvWriter(csv, zone);
  const heads = channels.map(({ family, serial, channel }) => [family, serial, channel].map(text).join(separator));
  const units = channels.map(({ unit }) => text(unit));
  const titles = [timeHeading, 'family', 'serial', 'channel', 'magnitude', 'unit'];
  return {
    heading: BYTE_ORDER_MARK + titles.join(separator) + LINE_END,
    *rows(sampleSets) {
      for (const { row, place, value } of readingsOf(sampleSets)) {
        const magnitude = reading(value, channels[place]?.decimals);
        const cells = [timestamp(sampleSets.at[row] as number), heads[place], magnitude, units[place]];
        yield cells.join(separator) + LINE_END;
      }
    },
  };
}

/** Yields each reading. The object is reused for the next. */
export function* readingsOf({ rows, values }: Rows): Generator<{ row: number; place: number; value: number }> {
  const reading = { row: 0, place: 0, value: 0 };
  for (let row = 0; row < rows; row += 1) {
    for (let place = 0; place < values.length; place += 1) {
      const value = values[place]?.[row] ?? NO_READING;
      if (value === NO_READING) continue;
      reading.row = row;
      reading.place = place;
      reading.value = value;
      yield reading;
    }
  }
}
