/** Keeps the data folder's lock effective: its file may be deleted while the service runs. */
import { type FSWatcher, watch } from 'node:fs';
import { errorText, type MensuraError } from '../support/errors.ts';
import { type FolderLock, LOCK_FILE, lockFolder } from '../support/folder-lock.ts';
import type { Logger } from '../support/logger.ts';
import { inUse } from './lock-data-folder.ts';

/** Time between two checks, in milliseconds, if the system does not report a deletion. */
const LOOK_MS = 1000;

/** Successful checks in a row, after a disk returned, before the main thread accesses it. */
const ANSWERS = 2;

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
  #isLooking = false;
  /** The lock may be lost: a disk that was unplugged and returned has forgotten it. */
  #isDoubtful = false;
  /** Successful checks in a row since then. */
  #answers = 0;
  #isStopped = false;

  constructor(options: LockWatchOptions) {
    this.#options = options;
    this.#lock = options.lock;
  }

  start(): void {
    this.#timer = setInterval(() => this.#check(), LOOK_MS);
    this.#watch();
  }

  /** May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#watcher?.close();
    this.#lock.release();
  }

  /** The system reports a deletion at once; on a network drive, which cannot, the timer finds it. */
  #watch(): void {
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
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#look().finally(() => {
      this.#isLooking = false;
    });
  }

  async #look(): Promise<void> {
    const found = await this.#lock.whereabouts();
    if (this.#isStopped) return;
    this.#answers = found === 'away' ? 0 : this.#answers + 1;
    if (found === 'away') this.#isDoubtful = true;
    else if (this.#isDoubtful && this.#answers < ANSWERS) return;
    else if (found === 'missing' || this.#isDoubtful) this.#takeAgain();
    if (!this.#isDoubtful && !this.#isStopped) await this.#options.restore();
  }

  #takeAgain(): void {
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
      this.#answers = 0;
      return;
    }
    this.#watch();
    if (!this.#isDoubtful) {
      logger.warn(`restored the lock of the data folder ${dataDir} (it was deleted; other files may be missing)`);
    }
    this.#isDoubtful = false;
  }
}
