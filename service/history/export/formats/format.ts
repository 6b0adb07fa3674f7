/** What makes a file of rows. */
import type { Rows } from '../rows.ts';

/** Where the bytes of a file go. */
export interface Sink {
  /** Takes bytes that the caller does not use again; resolves when there is room for more. */
  put(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

/** A file that is written from its beginning to its end; each step resolves when its bytes were taken. */
export interface FileFormat {
  begin(): Promise<void>;
  take(moments: Rows): Promise<void>;
  end(): Promise<void>;
}

/** A file of text, row by row. */
export interface TextRows {
  /** What stands before the first row; empty where nothing does. */
  readonly heading: string;
  /** The rows of these moments, each with its line end. */
  rows(moments: Rows): Iterable<string>;
}
