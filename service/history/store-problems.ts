import type { ProblemReport } from '../devices/problems.ts';
import type { Registry } from '../devices/registry.ts';
import { errorClause, errorText } from '../support/errors.ts';
import { StoreError, type StoreFault } from './types.ts';

/** The subject of these problems. */
const SUBJECT = 'history';

const WAITS = 'Readings are held in memory until they can be stored.';
const LOST = 'The memory buffer is full; the oldest readings are discarded.';

const CAUSES: Readonly<Record<StoreFault, string>> = {
  full: 'The disk is full',
  'read-only': 'Cannot write to the data folder',
  damaged: 'The history file is damaged',
  failed: 'Cannot store readings',
};

const REMEDIES: Readonly<Record<StoreFault, string>> = {
  full: 'Free up disk space, or lower the maximum size under History > Retention. Mensura retries automatically.',
  'read-only':
    'Make the data folder writable for the account that runs Mensura, or choose another with --data-dir. Mensura retries automatically.',
  damaged: 'Mensura starts a new file automatically. If this continues, check the disk.',
  failed: 'Mensura retries automatically. If this continues, check the disk and see the log.',
};

const SLOW_REMEDY =
  'Reduce other disk activity, move the data folder to a faster disk with --data-dir, or use a longer sampling period.';

const GIB = 2 ** 30;

/** Rounded up to two digits, so that the text does not change with every reading. */
function formatSize(bytes: number): string {
  const [unit, name] = bytes >= GIB ? [GIB, 'GiB'] : [2 ** 20, 'MiB'];
  const digits = bytes >= 10 * unit ? 0 : 1;
  return `${(Math.ceil((bytes / unit) * 10 ** digits) / 10 ** digits).toFixed(digits)} ${name}`;
}

/** Has at most one active problem of storing, besides those of files set aside and of the data of runs. */
export class StoreProblems {
  readonly #registry: Pick<Registry, 'raise' | 'clear'>;
  #open: ProblemReport | undefined;
  #isOverLimit = false;

  constructor(registry: Pick<Registry, 'raise' | 'clear'>) {
    this.#registry = registry;
  }

  failed(error: unknown): void {
    const fault = error instanceof StoreError ? error.fault : 'failed';
    const losing = this.#isLosing;
    this.#report(fault === 'full' ? 'history-full' : 'history-failed', {
      text: `${CAUSES[fault]}: ${errorClause(error)}. ${losing ? LOST : WAITS}`,
      remedy: REMEDIES[fault],
    });
  }

  /** Commits succeed, but take too long. */
  slow(): void {
    if (this.#open) return;
    this.#report('history-slow', {
      text: `The disk is too slow to store all readings. ${WAITS}`,
      remedy: SLOW_REMEDY,
    });
  }

  /** Readings were discarded. */
  losing(): void {
    if (!this.#open) this.slow();
    const open = this.#open;
    if (!open || this.#isLosing) return;
    this.#set({ ...open, text: open.text.replace(WAITS, LOST) });
  }

  /** Commits succeed again. */
  works(): void {
    if (!this.#open) return;
    this.#registry.clear(this.#open);
    this.#open = undefined;
  }

  /**
   * The data of runs makes the file larger than its limit.
   * @param excess by how much, in bytes; 0: it does not
   * @param limit in bytes
   */
  held(excess: number, limit: number): void {
    if (excess === 0) {
      if (this.#isOverLimit) this.#registry.clear({ code: 'history-over-limit', subject: SUBJECT });
      this.#isOverLimit = false;
      return;
    }
    this.#isOverLimit = true;
    this.#registry.raise({
      code: 'history-over-limit',
      subject: SUBJECT,
      text: `The history is ${formatSize(excess)} larger than its maximum size of ${formatSize(limit)}: the readings of runs are not deleted.`,
      remedy: 'Delete runs that are no longer needed, or raise the maximum size under History > Retention.',
    });
  }

  /** A file was unusable and a new one was created. */
  setAside({ path, reason }: { path: string; reason: string }): void {
    this.#registry.raise({
      code: 'history-damaged',
      subject: path,
      text: `The history file was damaged (${errorText(reason)}). It was renamed to ${path}, and a new file was started.`,
      remedy: 'Earlier readings are in that file. Restore a backup copy of it, or delete it. See docs/history.md.',
    });
  }

  get #isLosing(): boolean {
    return this.#open?.text.endsWith(LOST) ?? false;
  }

  #report(
    code: Extract<ProblemReport['code'], `history-${string}`>,
    text: Pick<ProblemReport, 'text' | 'remedy'>,
  ): void {
    if (this.#open && this.#open.code !== code) this.#registry.clear(this.#open);
    this.#set({ code, subject: SUBJECT, ...text });
  }

  #set(report: ProblemReport): void {
    this.#open = report;
    this.#registry.raise(report);
  }
}
