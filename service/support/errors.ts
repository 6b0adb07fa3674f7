/**
 * Every failure that Mensura itself raises has one of these codes. The HTTP status follows from the code in one table
 * (`http/status.ts`), the exit code of the headless entry in another (`settings/exit-codes.ts`).
 */
export type ErrorCode =
  /** A flag, an environment variable or the settings file is wrong. */
  | 'usage'
  /** The port is held by another program. */
  | 'port-taken'
  /** The data folder belongs to a Mensura that is running. */
  | 'data-folder-in-use'
  /** The data folder cannot be read or written. */
  | 'data-folder-unusable'
  /** A request's body, query or header is wrong. */
  | 'bad-request'
  /** No such device, path or version. */
  | 'not-found'
  /** The caller may not do this. */
  | 'forbidden'
  /** The path is known, the method is not. */
  | 'method-not-allowed'
  /** Too many connections or streams. */
  | 'too-many'
  /** The instrument did not do what it was told. */
  | 'instrument-failed'
  /** A deadline passed. */
  | 'timeout'
  /** A mistake of ours. */
  | 'internal';

/** The one error class: a documented code, a plain sentence, and the cause where there is one. */
export class MensuraError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'MensuraError';
    this.code = code;
  }
}

/** Narrows an unknown error to a MensuraError, of the given code if one is given. */
export function isMensuraError(error: unknown, code?: ErrorCode): error is MensuraError {
  return error instanceof MensuraError && (code === undefined || error.code === code);
}

/** The text of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
