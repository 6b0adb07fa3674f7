import { BYTE_ORDER_MARK, LINE_END } from '../../../support/csv.ts';
import { channelHeading, createCsvWriter } from '../csv/csv-writer.ts';
import type { TimeZone } from '../csv/time-zone.ts';
import { CHUNK_BYTES } from '../messages.ts';
import { columnsOf, type ExportPlan, valueNames } from '../plan.ts';
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
    // Rows of long intervals are few: a reader would wait for a full chunk.
    await this.#sink.put(this.#pieces.rest());
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

function sampleSetRows(plan: ExportPlan, zone: TimeZone): TextRows {
  const { separator, timeHeading, text, reading, timestamp } = createCsvWriter(plan.csv, zone);
  const columns = columnsOf(plan);
  const headings = columns.map(({ name, unit, channel, value }) =>
    text(channelHeading(name, unit, channel.label, value)),
  );
  return {
    heading: BYTE_ORDER_MARK + [timeHeading, ...headings].join(separator) + LINE_END,
    *rows({ rows, at, values }) {
      for (let row = 0; row < rows; row += 1) {
        let line = timestamp(at[row] as number);
        for (let place = 0; place < values.length; place += 1) {
          line += separator + reading(values[place]?.[row] as number, columns[place]?.decimals);
        }
        yield line + LINE_END;
      }
    },
  };
}

function readingRows(plan: ExportPlan, zone: TimeZone): TextRows {
  const { channels } = plan;
  const { separator, timeHeading, text, reading, timestamp } = createCsvWriter(plan.csv, zone);
  const columns = columnsOf(plan);
  const names = valueNames(plan);
  const heads = channels.map(({ family, serial, channel }) => [family, serial, channel].map(text).join(separator));
  const units = channels.map(({ unit }) => text(unit));
  const titles = [timeHeading, 'family', 'serial', 'channel', ...names, 'unit'];
  return {
    heading: BYTE_ORDER_MARK + titles.join(separator) + LINE_END,
    *rows(sampleSets) {
      for (const { row, place, first } of entriesOf(sampleSets, names.length)) {
        let line = timestamp(sampleSets.at[row] as number) + separator + heads[place];
        for (let column = first; column < first + names.length; column += 1) {
          line += separator + reading(sampleSets.values[column]?.[row] as number, columns[column]?.decimals);
        }
        yield line + separator + units[place] + LINE_END;
      }
    },
  };
}

/**
 * Yields each channel with a reading, row by row. The object is reused for the next.
 * @param perChannel columns of a channel, of which `first` is the first
 */
export function* entriesOf(
  { rows, values }: Rows,
  perChannel: number,
): Generator<{ row: number; place: number; first: number }> {
  const entry = { row: 0, place: 0, first: 0 };
  const channels = values.length / perChannel;
  for (let row = 0; row < rows; row += 1) {
    for (let place = 0; place < channels; place += 1) {
      const first = place * perChannel;
      if (values[first]?.[row] === NO_READING) continue;
      entry.row = row;
      entry.place = place;
      entry.first = first;
      yield entry;
    }
  }
}
