/** Between the main thread and the thread that reads a file. */
import type { FieldError } from '../../support/errors.ts';
import type { ParsedFile } from './parse-file.ts';
import type { FileForm } from './recognize.ts';

export interface ImportWorkerData {
  readonly path: string;
  readonly form: FileForm;
  /** IANA name; undefined: the zone of this computer. */
  readonly zone: string | undefined;
  readonly columns: readonly number[];
  readonly until: number;
}

export type FromImportWorker =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'parsed'; readonly file: ParsedFile }
  | {
      readonly kind: 'failed';
      readonly code: 'bad-request' | 'internal';
      readonly message: string;
      readonly errors: readonly FieldError[];
    };
