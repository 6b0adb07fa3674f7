import { errorClause, errorText } from '../support/errors.ts';
import type { OutboxOptions, OutboxProblem } from './options.ts';

const KNOWN: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'Free up disk space.'],
  EDQUOT: ['the disk quota is exceeded', 'Free up disk space.'],
  EACCES: ['access denied', 'Give the account that runs Mensura read and write access to the folder and its contents.'],
  EPERM: ['access denied', 'Give the account that runs Mensura read and write access to the folder and its contents.'],
  EROFS: ['the disk is read-only', 'Remount it writable, or choose another data folder with --data-dir.'],
  ENOTDIR: ['a file exists where a folder is required', 'Move or rename that file.'],
  EEXIST: ['a file exists where a folder is required', 'Move or rename that file.'],
  EIO: ['the disk reports an error', 'Check the disk; it may be failing.'],
};

function describeProblem(owner: string, folder: string, error: unknown, what: 'write' | 'read'): OutboxProblem {
  const { cause = error } = error as Error;
  const [reason, remedy] = KNOWN[(cause as NodeJS.ErrnoException).code ?? ''] ?? [
    errorText(cause),
    'Check that the folder is writable and the disk has free space.',
  ];
  const waiting = `the outbox of ${owner}`;
  const text =
    what === 'write'
      ? `Cannot store ${waiting} in ${folder}: ${reason}. Messages are held in memory, which has limited space.`
      : `Cannot read ${waiting} in ${folder}: ${reason}. No messages are sent until it can be read.`;
  return { text, remedy: `${remedy} Mensura retries automatically.` };
}

/** Reports once that the folder is unusable, and once that it works again. */
export class StorageProblemReporter {
  readonly #options: OutboxOptions;
  #problem: OutboxProblem | null = null;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** @param error undefined: no problem, or the client was removed */
  report(error: unknown, what: 'write' | 'read' = 'write'): void {
    const { owner, folder, logger } = this.#options;
    const problem = error === undefined ? null : describeProblem(owner, folder, error, what);
    if (problem?.text === this.#problem?.text) return;
    this.#problem = problem;
    if (problem) logger.error(errorClause(`${problem.text} ${problem.remedy}`), { error });
    else logger.info(`outbox folder ${folder} available again, or no longer needed`);
    try {
      this.#options.onProblem?.(problem);
    } catch (thrown) {
      logger.error(`outbox problem listener failed: ${errorText(thrown)}`, { error: thrown });
    }
  }
}
