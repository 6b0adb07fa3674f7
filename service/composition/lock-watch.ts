/** Keeps the data folder's lock effective: its file may be deleted while the service runs. */
import { type FSWatcher, watch } from 'node:fs';
import { errorText, type MensuraError } from '../support/errors.ts';
import { type FolderLock, LOCK_FILE, lockFolder } from '../support/folder-lock.ts';
import type { Logger } from '../support/logger.ts';
import { inUse } from './lock-data-folder.ts';

/** Time between two checks, in milliseconds, if the system does not report a deletion. */
const CHECK_INTERVAL_MS = 1000;

/** Successful checks in a row, after a disk returned, before the main thread accesses it. */
const STABLE_CHECKS = 2;

export interface LockWatchOptions {
  dataDir: string;
  lock: FolderLock;
  logger: Logger;
  /** The lock is held, possibly after relocking, so the announcement in the folder may be missing. Never rejects. */
  restore(): Promise<void>;
  /** Another Mensura locked the folder meanwhile: this one must end. */
  onLost(error: MensuraError): void;
}

export class LockWatch {
  readonly #options: LockWatchOptions;
  #lock: FolderLock;
  #timer: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;
  #isChecking = false;
  /** The lock may be lost: a disk that was unplugged and returned has forgotten it. */
  #isDoubtful = false;
  /** Successful checks in a row since then. */
  #successes = 0;
  #isStopped = false;

  constructor(options: LockWatchOptions) {
    this.#options = options;
    this.#lock = options.lock;
  }

  start(): void {
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    this.#watchFolder();
  }

  /** May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#watcher?.close();
    this.#lock.release();
  }

  /** The system reports a deletion at once; on a network drive, which cannot, the timer finds it. */
  #watchFolder(): void {
    this.#watcher?.close();
    try {
      this.#watcher = watch(this.#options.dataDir, (_event, name) => {
        if (name === LOCK_FILE) this.#check();
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      this.#watcher = undefined;
    }
  }

  #check(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    void this.#checkLock().finally(() => {
      this.#isChecking = false;
    });
  }

  async #checkLock(): Promise<void> {
    const found = await this.#lock.whereabouts();
    if (this.#isStopped) return;
    this.#successes = found === 'away' ? 0 : this.#successes + 1;
    if (found === 'away') this.#isDoubtful = true;
    else if (this.#isDoubtful && this.#successes < STABLE_CHECKS) return;
    else if (found === 'missing' || this.#isDoubtful) this.#relock();
    if (!this.#isDoubtful && !this.#isStopped) await this.#options.restore();
  }

  #relock(): void {
    const { dataDir, logger, onLost } = this.#options;
    this.#lock.release();
    try {
      const lock = lockFolder(dataDir);
      if (!lock) {
        this.stop();
        onLost(inUse(dataDir));
        return;
      }
      this.#lock = lock;
    } catch (error) {
      if (!this.#isDoubtful) {
        logger.warn(`cannot lock the data folder ${dataDir}, retrying: ${errorText(error)}`);
      }
      this.#isDoubtful = true;
      this.#successes = 0;
      return;
    }
    this.#watchFolder();
    if (!this.#isDoubtful) {
      logger.warn(`restored the lock of the data folder ${dataDir} (it was deleted; other files may be missing)`);
    }
    this.#isDoubtful = false;
  }
}
