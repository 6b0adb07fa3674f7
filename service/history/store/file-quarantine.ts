import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renameWithRetry } from '../../support/atomic-file.ts';
import { SQLITE_SIDE_FILES } from './database.ts';
import { fileIdentity } from './identity.ts';

/** A file that cannot be used, until it is out of the way with what SQLite keeps beside it. */
export class FileQuarantine {
  readonly #path: string;
  readonly #aside: string;
  readonly #identity: string;
  readonly reason: string;

  /** @param path of the file, which is to be closed when it is moved */
  constructor(path: string, reason: string) {
    const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').replace('Z', '').replace('.', '-');
    this.#path = path;
    this.#aside = join(dirname(path), `history-damaged-${time}.sqlite`);
    this.#identity = fileIdentity(path);
    this.reason = reason;
  }

  /**
   * Renames it to `history-damaged-<UTC time>.sqlite`; where that failed, goes on with what is left.
   * @returns the new path; undefined where somebody else has moved it
   * @throws what the file system throws
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
