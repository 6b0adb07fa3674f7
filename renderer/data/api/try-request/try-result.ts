/** Display limit, in bytes. */
export const MAX_SHOWN_BYTES = 256 * 1024;

/** Read limit, in bytes. */
export const MAX_READ_BYTES = 4 * 1024 * 1024;

/** A stream is stopped after this many lines. */
export const MAX_LINES = 200;

/** Status and headers. */
export interface ResponseHead {
  status: number;
  /** Reason phrase. */
  word: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Time to the first byte, in milliseconds. */
  ms: number;
}

export type ResponseBody =
  /** @property bytes size of the response; `isWhole` false: truncated */
  | { kind: 'text'; text: string; bytes: number; isWhole: boolean; isCut: boolean }
  /** @property name empty if the service gives none */
  | { kind: 'file'; bytes: number; name: string; contentType: string }
  /** @property isCut stopped at the limit */
  | { kind: 'stream'; lines: readonly string[]; isCut: boolean };

export interface TryResult {
  phase: 'running' | 'done' | 'stopped' | 'failed';
  head: ResponseHead | null;
  body: ResponseBody | null;
  /** Empty without an error. */
  failure: string;
}
