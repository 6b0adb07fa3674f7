/** What is said when the disk does not take what was measured, and when it does again. */
import type { ProblemReport } from '../devices/problems.ts';
import { errorClause, errorText } from '../support/errors.ts';
import { StoreError, type StoreFault } from './types.ts';

/** What the history is called as the subject of a trouble. */
const SUBJECT = 'history';

const WAITS = 'What is measured waits in memory until the disk takes it.';
const LOST = 'The memory for what waits is full, so the oldest readings are lost.';

const CAUSES: Readonly<Record<StoreFault, string>> = {
  full: 'The disk is full',
  'read-only': 'The data folder cannot be written',
  damaged: 'The file of the history is damaged',
  failed: 'The history cannot be kept',
};

const REMEDIES: Readonly<Record<StoreFault, string>> = {
  full: 'Make room on the disk, or let the history take less of it in the settings. Mensura tries again by itself.',
  'read-only':
    'Make the data folder writable for this user, or give another with --data-dir. Mensura tries again by itself.',
  damaged: 'Mensura begins a new file by itself. If it goes on, check the disk.',
  failed: 'Mensura tries again by itself. If it goes on, check the disk; the log has the details.',
};

const SLOW_REMEDY =
  'Find out what else keeps the disk busy, move the data folder to a faster disk with --data-dir, or measure less often.';

type TroubleCodeOfHistory = 'history-full' | 'history-failed' | 'history-slow';

export interface StoreTroublesOptions {
  raise(report: ProblemReport): void;
  clear(report: Pick<ProblemReport, 'code' | 'subject'>): void;
}

/** Has one trouble open at a time at most, besides those of files that were set aside. */
export class StoreProblems {
  readonly #options: StoreTroublesOptions;
  #open: ProblemReport | undefined;

  constructor(options: StoreTroublesOptions) {
    this.#options = options;
  }

  /** The disk did not take it. */
  failed(error: unknown): void {
    const fault = error instanceof StoreError ? error.fault : 'failed';
    const losing = this.#isLosing;
    this.#say(fault === 'full' ? 'history-full' : 'history-failed', {
      text: `${CAUSES[fault]}: ${errorClause(error)}. ${losing ? LOST : WAITS}`,
      remedy: REMEDIES[fault],
    });
  }

  /** It takes it, but not in time. */
  slow(): void {
    if (this.#open) return;
    this.#say('history-slow', {
      text: `The disk does not keep up with what is measured. ${WAITS}`,
      remedy: SLOW_REMEDY,
    });
  }

  /** Readings were dropped. */
  losing(): void {
    if (!this.#open) this.slow();
    const open = this.#open;
    if (!open || this.#isLosing) return;
    this.#set({ ...open, text: open.text.replace(WAITS, LOST) });
  }

  /** The disk takes everything again. */
  works(): void {
    if (!this.#open) return;
    this.#options.clear(this.#open);
    this.#open = undefined;
  }

  /** A file could not be used, and a new one was begun. */
  setAside({ path, reason }: { path: string; reason: string }): void {
    this.#options.raise({
      code: 'history-damaged',
      subject: path,
      text: `The file of the history was damaged (${errorText(reason)}). It was set aside as ${path}, and a new one was begun.`,
      remedy:
        'What was measured before is in that file: restore a copy of it, or delete it. docs/history.md tells how.',
    });
  }

  get #isLosing(): boolean {
    return this.#open?.text.endsWith(LOST) ?? false;
  }

  #say(code: TroubleCodeOfHistory, words: Pick<ProblemReport, 'text' | 'remedy'>): void {
    if (this.#open && this.#open.code !== code) this.#options.clear(this.#open);
    this.#set({ code, subject: SUBJECT, ...words });
  }

  #set(report: ProblemReport): void {
    this.#open = report;
    this.#options.raise(report);
  }
}
