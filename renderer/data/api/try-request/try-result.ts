/** The most that is shown of an answer, in bytes. */
export const MAX_SHOWN_BYTES = 256 * 1024;

/** The most that is read of an answer to lay it out, in bytes. */
export const MAX_READ_BYTES = 4 * 1024 * 1024;

/** A stream ends by itself after so many lines. */
export const MAX_LINES = 200;

/** The status and what came with it, before the body. */
export interface ResponseHead {
  status: number;
  /** What the status is called. */
  word: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** From the question to the first of the answer, in milliseconds. */
  ms: number;
}

export type ResponseBody =
  /** @property bytes of the whole answer as it came; `isWhole` false: it is longer, and was not read to its end */
  | { kind: 'text'; text: string; bytes: number; isWhole: boolean; isCut: boolean }
  /** @property name what the service calls it; empty where it does not say */
  | { kind: 'file'; bytes: number; name: string; contentType: string }
  /** @property isCut it goes on, but is not read any further */
  | { kind: 'stream'; lines: readonly string[]; isCut: boolean };

export interface TryResult {
  phase: 'running' | 'done' | 'stopped' | 'failed';
  head: ResponseHead | null;
  body: ResponseBody | null;
  /** What went wrong, as sentences; empty where nothing did. */
  failure: string;
}
