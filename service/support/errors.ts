/**
 * The code of every error that Mensura raises. One table maps it to the HTTP status (`http/status.ts`), another to the
 * exit code of the headless entry (`settings/exit-codes.ts`).
 */
export type ErrorCode =
  /** A flag, an environment variable or the settings file is invalid. */
  | 'usage'
  /** Another program uses the port. */
  | 'port-taken'
  /** Another Mensura uses the data folder. */
  | 'data-folder-in-use'
  /** The data folder cannot be read or written. */
  | 'data-folder-unusable'
  /** The body, a query parameter or a header is invalid. */
  | 'bad-request'
  /** No such device, path or version. */
  | 'not-found'
  /** The caller lacks permission. */
  | 'forbidden'
  /** The path exists, but not with this method. */
  | 'method-not-allowed'
  /** The new object exists already. */
  | 'conflict'
  /** Saving failed, so the change was not made. */
  | 'storage-failed'
  | 'too-many'
  /** The device did not execute a command. */
  | 'instrument-failed'
  | 'timeout'
  /** A bug in Mensura. */
  | 'internal';

/** One invalid field of an input. */
export interface FieldError {
  /** Dots between levels: `reconnect.min_delay`. */
  path: string;
  /** A clause to follow the path: `must be a whole number from 1 to 65535`. */
  message: string;
}

/** Mensura's only error class. */
export class MensuraError extends Error {
  readonly code: ErrorCode;
  /** Empty unless fields are invalid. */
  readonly errors: readonly FieldError[];

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; errors?: readonly FieldError[] }) {
    super(message, options);
    this.name = 'MensuraError';
    this.code = code;
    this.errors = options?.errors ?? [];
  }
}

/** The message names every invalid field too. */
export function invalidFields(errors: readonly FieldError[]): MensuraError {
  const sentences = errors.map(({ path, message }) => `${path || 'the body'}: ${message}`);
  return new MensuraError('bad-request', `${sentences.join('; ')}.`, { errors });
}

/** @param code any code if left out */
export function isMensuraError(error: unknown, code?: ErrorCode): error is MensuraError {
  return error instanceof MensuraError && (code === undefined || error.code === code);
}

/** The disk is full, or this user's quota is used up. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The error's text without a full stop, as a clause. */
export function errorClause(error: unknown): string {
  return errorText(error).replace(/\.$/, '');
}
