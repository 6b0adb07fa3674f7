/** A Parquet file, sent one row group at a time. */
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import { APP_VERSION_TEXT, channelPath } from '../../../contract/index.ts';
import { CHUNK_BYTES } from '../messages.ts';
import type { ExportPlan } from '../plan.ts';
import type { Rows } from '../rows.ts';
import type { FileFormat, Sink } from './format.ts';
import { GROUP_ROWS, type ParquetRows, parquetRows } from './parquet-rows.ts';

/** Forwards bytes instead of storing the file. */
class SinkWriter extends ByteWriter {
  /** The bytes since the last call, in chunks. File positions continue to count. */
  *drain(): Generator<Uint8Array<ArrayBuffer>> {
    for (let start = 0; start < this.index; start += CHUNK_BYTES) {
      yield new Uint8Array(this.buffer.slice(start, Math.min(start + CHUNK_BYTES, this.index)));
    }
    this.index = 0;
  }

  /**
   * Types the empty list of row groups as structures: the package omits the type, and strict readers refuse the file.
   * Thrift compact protocol: no rows (16 00), then the list (19).
   */
  nameEmptyList(): void {
    const written = Buffer.from(this.buffer, 0, this.index);
    const at = written.lastIndexOf(Uint8Array.of(0x16, 0x00, 0x19, 0x00));
    if (at >= 0) written[at + 3] = 0x0c;
  }
}

export class ParquetFile implements FileFormat {
  readonly #rows: ParquetRows;
  readonly #sink: Sink;
  readonly #bytes = new SinkWriter();
  readonly #writer: ParquetWriter;

  constructor(plan: ExportPlan, sink: Sink) {
    this.#rows = parquetRows(plan);
    this.#sink = sink;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: this.#rows.schema,
      createdBy: `Mensura version ${APP_VERSION_TEXT}`,
      kvMetadata: [{ key: 'mensura', value: JSON.stringify(describe(plan)) }],
    });
  }

  async start(): Promise<void> {
    await this.#send();
  }

  async writeRows(sampleSets: Rows): Promise<void> {
    for (const group of this.#rows.add(sampleSets)) await this.#write(group);
  }

  async end(): Promise<void> {
    const rest = this.#rows.rest();
    if (rest) await this.#write(rest);
    await this.#writer.finish();
    if (this.#writer.row_groups.length === 0) this.#bytes.nameEmptyList();
    await this.#send();
  }

  async #write(columnData: ColumnSource[]): Promise<void> {
    await this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    await this.#send();
  }

  async #send(): Promise<void> {
    for (const piece of this.#bytes.drain()) await this.#sink.put(piece);
  }
}

/** Metadata that the columns do not carry: quantities, units and the exported range. */
function describe({ channels, layout, from, to, interval }: ExportPlan): unknown {
  return {
    layout,
    ...(interval && { interval_s: interval.intervalMs / 1000, values: interval.values }),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    channels: channels.map((channel) => ({ column: channelPath(channel), ...channel })),
  };
}
