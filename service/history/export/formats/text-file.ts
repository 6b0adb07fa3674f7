import { CHUNK_BYTES } from '../messages.ts';
import type { Rows } from '../rows.ts';
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
    await this.#add(this.#content.heading);
  }

  async writeRows(sampleSets: Rows): Promise<void> {
    for (const row of this.#content.rows(sampleSets)) {
      const piece = this.#pieces.add(row);
      if (piece) await this.#sink.put(piece);
    }
  }

  async end(): Promise<void> {
    await this.#sink.put(this.#pieces.rest());
  }

  async #add(text: string): Promise<void> {
    const piece = this.#pieces.add(text);
    if (piece) await this.#sink.put(piece);
  }
}
