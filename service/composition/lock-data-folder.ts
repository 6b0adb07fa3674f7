import { existsSync, type FSWatcher, lstatSync, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { ProblemReport } from '../devices/problems.ts';
import { makeDataFolder } from '../settings/data-location.ts';
import { INSTALLATION_FILE } from '../settings/installation.ts';
import { findRunningService } from '../settings/instance-file.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import { type FolderLock, LOCK_FILE, lockFolder } from '../support/folder-lock.ts';
import type { Logger } from '../support/logger.ts';
import { isOpenToOthers, makePrivate } from '../support/private-file.ts';

/** Time between two checks, in milliseconds, if the system does not report a deletion. */
const CHECK_INTERVAL_MS = 1000;

/** Successful checks in a row, after a disk returned, before the main thread accesses it. */
const STABLE_CHECKS = 2;

interface LockWatchOptions {
  dataDir: string;
  lock: FolderLock;
  logger: Logger;
  /** The lock is held, possibly after relocking, so the announcement in the folder may be missing. Never rejects. */
  restore(): Promise<void>;
  /** Another Mensura locked the folder meanwhile: this one must end. */
  onLost(error: MensuraError): void;
}

/** Keeps the data folder's lock effective: its file may be deleted while the service runs. */
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

/** @throws MensuraError `data-folder-in-use`, `data-folder-unusable` */
export async function lockDataFolder(dataDir: string): Promise<FolderLock> {
  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  if (lock) return lock;
  throw inUse(dataDir, await findRunningService({ dataDir }));
}

/** @param url of the other Mensura; undefined if it does not prove itself */
export function inUse(dataDir: string, url?: string): MensuraError {
  const remedy = 'Quit it, or choose another folder with --data-dir.';
  return new MensuraError(
    'data-folder-in-use',
    url
      ? `Mensura is already running at ${url} with the data folder ${dataDir}. ${remedy}`
      : `The data folder ${dataDir} is in use by another Mensura. ${remedy}`,
  );
}

/** The permission bit of shared folders such as `/tmp`. */
const STICKY = 0o1000;

/**
 * Makes the data folder of an earlier run private to this user, because the permissions of its files do not protect all
 * of them. Call it before this run writes there. A new folder is private, and one that others may need is not changed.
 * @returns the problem if others have access
 */
export function closeDataFolder(dataDir: string, logger: Logger): ProblemReport | undefined {
  const { isChanged, isOpen } = isForMensuraAlone(dataDir)
    ? makePrivate(dataDir)
    : { isChanged: false, isOpen: isOpenToOthers(dataDir) };
  if (isChanged) logger.info(`made the data folder ${dataDir} private to this account`);
  if (!isOpen) return undefined;
  return {
    code: 'data-folder-open',
    subject: dataDir,
    text: `Other accounts of this computer can open the data folder ${dataDir}. Mensura's own files in it are private.`,
    remedy:
      'Choose a folder of its own for Mensura with --data-dir. Or, if nothing else uses this folder, make it your own and private (chmod 700).',
  };
}

/**
 * Whether an earlier run used this folder, and nothing suggests another use: not a shared or system folder, the user's
 * home or the root of a disk; no file of another account in it.
 */
function isForMensuraAlone(dataDir: string): boolean {
  try {
    const folder = realpathSync(dataDir);
    const above = dirname(folder);
    const { mode, dev, uid } = statSync(folder);
    return (
      existsSync(join(folder, INSTALLATION_FILE)) &&
      (mode & STICKY) === 0 &&
      !`${realpathSync(homedir())}${sep}`.startsWith(`${folder}${sep}`) &&
      above !== dirname(above) &&
      statSync(above).dev === dev &&
      readdirSync(folder).every((name) => lstatSync(join(folder, name)).uid === uid)
    );
  } catch {
    // An unreadable folder is not changed, and is reported.
    return false;
  }
}
