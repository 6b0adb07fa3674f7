import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renameWithRetry } from '../../support/atomic-file.ts';
import { fileIdentity, SQLITE_SIDE_FILES } from './database.ts';

/** Moves an unusable file and SQLite's files beside it out of the way. */
export class FileQuarantine {
  readonly #path: string;
  readonly #aside: string;
  readonly #identity: string;
  readonly reason: string;

  /** @param path of the file, which must be closed when it is moved */
  constructor(path: string, reason: string) {
    const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').replace('Z', '').replace('.', '-');
    this.#path = path;
    this.#aside = join(dirname(path), `history-damaged-${time}.sqlite`);
    this.#identity = fileIdentity(path);
    this.reason = reason;
  }

  /**
   * Renames it to `history-damaged-<UTC time>.sqlite`; after a failure, continues with the remaining files.
   * @returns the new path; undefined if the file was moved by someone else
   * @throws the file system's error
   */
  move(): string | undefined {
    const identity = fileIdentity(this.#path);
    if (identity === '' || identity === this.#identity) {
      for (const companion of SQLITE_SIDE_FILES) {
        if (existsSync(this.#path + companion)) renameWithRetry(this.#path + companion, this.#aside + companion);
      }
    }
    return existsSync(this.#aside) ? this.#aside : undefined;
  }
}
