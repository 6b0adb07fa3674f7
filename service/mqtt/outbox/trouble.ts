/** A folder that cannot be used, in plain words. */
import { errorText } from '../../support/errors.ts';
import type { OutboxOptions, OutboxTrouble } from './options.ts';

const GOES_ON = 'Mensura tries again by itself.';

const KNOWN: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'Free some space on it.'],
  EDQUOT: ["this user's share of the disk is used up", 'Free some space on it.'],
  EACCES: ['this user may not use it', 'Make the folder and what is in it readable and writable for this user.'],
  EPERM: ['this user may not use it', 'Make the folder and what is in it readable and writable for this user.'],
  EROFS: ['the disk is read-only', 'Make it writable, or choose another data folder with --data-dir.'],
  ENOTDIR: ['a file is in the place of a folder', 'Move that file away.'],
  EEXIST: ['a file is in the place of a folder', 'Move that file away.'],
  EIO: ['the disk reports an error', 'Check the disk: it may be failing.'],
};

function describeTrouble(name: string, folder: string, error: unknown, what: 'write' | 'read'): OutboxTrouble {
  const { cause = error } = error as Error;
  const [reason, remedy] = KNOWN[(cause as NodeJS.ErrnoException).code ?? ''] ?? [
    errorText(cause),
    'See that the folder can be written and that the disk has room.',
  ];
  const waiting = `Readings for the MQTT client ${name} that wait for the broker`;
  const text =
    what === 'write'
      ? `${waiting} cannot be kept on disk, in ${folder}: ${reason}. They wait in memory, where there is room for few.`
      : `${waiting} cannot be read back from disk, in ${folder}: ${reason}. None is sent until they can.`;
  return {
    text,
    remedy: `${remedy} ${GOES_ON}`,
  };
}

/** Says once that the folder cannot be used, and once that it can again. */
export class TroubleTeller {
  readonly #options: Pick<OutboxOptions, 'prefix' | 'folder' | 'logger' | 'onTrouble'>;
  #trouble: OutboxTrouble | null = null;

  constructor(options: Pick<OutboxOptions, 'prefix' | 'folder' | 'logger' | 'onTrouble'>) {
    this.#options = options;
  }

  /** @param error undefined when there is no trouble, or nobody is left who could have any */
  tell(error: unknown, what: 'write' | 'read' = 'write'): void {
    const { prefix, folder, logger } = this.#options;
    const trouble = error === undefined ? null : describeTrouble(prefix, folder, error, what);
    if (trouble?.text === this.#trouble?.text) return;
    this.#trouble = trouble;
    if (trouble) logger.error(`${trouble.text} ${trouble.remedy}`, { error });
    else logger.info(`The folder ${folder} can be used again, or is not needed any more.`);
    try {
      this.#options.onTrouble?.(trouble);
    } catch (thrown) {
      logger.error(`A trouble of the outbox was not taken: ${errorText(thrown)}`, { error: thrown });
    }
  }
}
