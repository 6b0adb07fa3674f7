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
  /** What is to be made exists already. */
  | 'conflict'
  /** Something could not be saved; it was not done either. */
  | 'storage-failed'
  /** Too many connections or streams. */
  | 'too-many'
  /** The instrument did not do what it was told. */
  | 'instrument-failed'
  /** A deadline passed. */
  | 'timeout'
  /** A mistake of ours. */
  | 'internal';

/** What is wrong with one field of what was given. */
export interface FieldError {
  /** The field, with dots between levels: `reconnect.min_delay`. */
  path: string;
  /** A part of a sentence, as it follows the path: `must be a whole number from 1 to 65535`. */
  message: string;
}

/** The one error class: a documented code, a plain sentence, and the cause where there is one. */
export class MensuraError extends Error {
  readonly code: ErrorCode;
  /** Each wrong field, where fields are what is wrong. */
  readonly errors: readonly FieldError[];

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; errors?: readonly FieldError[] }) {
    super(message, options);
    this.name = 'MensuraError';
    this.code = code;
    this.errors = options?.errors ?? [];
  }
}

/** The refusal of something given, naming every wrong field in its message too. */
export function invalidFields(errors: readonly FieldError[]): MensuraError {
  const sentences = errors.map(({ path, message }) => `${path || 'the body'}: ${message}`);
  return new MensuraError('bad-request', `${sentences.join('; ')}.`, { errors });
}

/** Narrows an unknown error to a MensuraError, of the given code if one is given. */
export function isMensuraError(error: unknown, code?: ErrorCode): error is MensuraError {
  return error instanceof MensuraError && (code === undefined || error.code === code);
}

/** Whether the file system has no room: on the disk, or in the share of it that this user may have. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The text of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same as a part of a sentence, without a full stop of its own. */
export function errorClause(error: unknown): string {
  return errorText(error).replace(/\.$/, '');
}
