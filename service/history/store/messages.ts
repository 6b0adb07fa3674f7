/** Messages between the main thread and the worker. */
import { type ErrorCode, type FieldError, MensuraError } from '../../support/errors.ts';
import { StoreError, type StoreEvents, type StoreFault } from '../types.ts';
import { toStoreError } from './faults.ts';
import type { StoreLimits } from './limits.ts';
import type { Store } from './store.ts';

export interface StoreWorkerData {
  path: string;
  limits: StoreLimits;
}

/** Operations of the main thread: methods of the worker's `Store`. */
export type StoreOperations = Omit<Store, 'isJournalFull' | 'writeBlocks' | 'writeLong' | 'tidy'>;
export type StoreOperation = keyof StoreOperations;

export interface StoreRequest {
  id: number;
  name: StoreOperation;
  args: readonly unknown[];
}

export type StoreReply =
  | { id: number; value: unknown }
  | { id: number; error: PackedError }
  | { setAside: StoreEvents['setAside'] }
  | { replaced: true }
  /** A background task failed. */
  | { warning: string };

/** An error in transferable form: class instances do not cross threads. */
type PackedError =
  | { fault: StoreFault; message: string }
  | { code: ErrorCode; message: string; errors: readonly FieldError[] };

export function packError(error: unknown): PackedError {
  const known = toStoreError(error);
  const { message } = known;
  return known instanceof StoreError
    ? { fault: known.fault, message }
    : { code: known.code, message, errors: known.errors };
}

export function unpackError(packed: PackedError): StoreError | MensuraError {
  return 'fault' in packed
    ? new StoreError(packed.fault, packed.message)
    : new MensuraError(packed.code, packed.message, { errors: packed.errors });
}
