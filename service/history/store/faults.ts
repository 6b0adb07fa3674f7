import { errorText, MensuraError } from '../../support/errors.ts';
import { StoreError, type StoreFault } from '../types.ts';

/**
 * SQLite's primary result codes (https://sqlite.org/rescode.html) with a fault of their own: 3 PERM, 8 READONLY, 11
 * CORRUPT, 13 FULL, 26 NOTADB.
 */
const SQLITE_FAULTS: Readonly<Record<number, StoreFault>> = {
  3: 'read-only',
  8: 'read-only',
  11: 'damaged',
  13: 'full',
  26: 'damaged',
};

/** Operating system codes, from creating the folder. */
const SYSTEM_FAULTS: Readonly<Record<string, StoreFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
};

/** The lowest byte of an extended result code is the primary one. */
const PRIMARY = 0xff;

/** Converts any error to a StoreError; a MensuraError stays as it is. */
export function toStoreError(error: unknown): StoreError | MensuraError {
  if (error instanceof StoreError || error instanceof MensuraError) return error;
  return new StoreError(faultOf(error), errorText(error), { cause: error });
}

/** Packed data in the file cannot be unpacked. */
export function damaged(what: string, options?: ErrorOptions): StoreError {
  return new StoreError('damaged', `The history file is damaged: ${what}`, options);
}

function faultOf(error: unknown): StoreFault {
  if (!(error instanceof Error)) return 'failed';
  const { errcode, code } = error as Error & { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return SQLITE_FAULTS[errcode & PRIMARY] ?? 'failed';
  return (typeof code === 'string' && SYSTEM_FAULTS[code]) || 'failed';
}
