import type { Rows } from '../rows.ts';

export interface Sink {
  /** Takes ownership of the bytes; resolves when there is room for more. */
  put(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** A file written in order; each step resolves when its bytes were taken. */
export interface FileFormat {
  start(): Promise<void>;
  writeRows(sampleSets: Rows): Promise<void>;
  end(): Promise<void>;
}

export interface TextRows {
  /** Text before the first row; may be empty. */
  readonly heading: string;
  /** Text after the last row. */
  readonly ending?: string;
  /** With line ends. */
  rows(sampleSets: Rows): Iterable<string>;
}
