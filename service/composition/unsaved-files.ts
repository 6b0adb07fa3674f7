/** Files that the service could not write when it wanted to: it goes on without them, says so, and writes them later. */
import type { Registry } from '../devices/registry.ts';
import { CoalescedWriter } from '../support/coalesced-writer.ts';
import { errorClause } from '../support/errors.ts';

const CODE = 'data-folder-failed';

/** What to do, where the cause is one that Mensura cannot retry away. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free up disk space.',
  EDQUOT: 'Free up disk space: the disk quota is exceeded.',
};

export interface UnsavedFilesOptions {
  /** The data folder. */
  folder: string;
  registry: Pick<Registry, 'raise' | 'clear'>;
}

interface Unsaved {
  error: unknown;
  save(): Promise<void>;
}

export class UnsavedFiles {
  readonly #options: UnsavedFilesOptions;
  readonly #unsaved = new Map<string, Unsaved>();
  readonly #writes = new CoalescedWriter(() => this.#write());
  #stopping: Promise<void> | undefined;

  constructor(options: UnsavedFilesOptions) {
    this.#options = options;
  }

  /**
   * A file could not be written; it is retried every 5 s until it is.
   * @param name as the problem names it: `the address of the service`
   * @param save writes what is due by then
   */
  add(name: string, error: unknown, save: () => Promise<void>): void {
    this.#unsaved.set(name, { error, save });
    this.#report();
    this.#writes.request();
  }

  /** Tries once more, and ends. May be called twice. */
  async stop(): Promise<void> {
    this.#stopping ??= this.#writes.stop();
    await this.#stopping;
  }

  async #write(): Promise<boolean> {
    for (const [name, unsaved] of this.#unsaved) {
      try {
        await unsaved.save();
        this.#unsaved.delete(name);
      } catch (error) {
        unsaved.error = error;
      }
    }
    this.#report();
    return this.#unsaved.size === 0;
  }

  #report(): void {
    const { folder, registry } = this.#options;
    const [first] = this.#unsaved.values();
    if (!first) return registry.clear({ code: CODE, subject: folder });
    const { code = '' } = first.error as NodeJS.ErrnoException;
    const remedy = REMEDIES[code] ?? 'Make the folder and its files writable for this user.';
    registry.raise({
      code: CODE,
      subject: folder,
      text: `Cannot write to the data folder ${folder}: ${errorClause(first.error)}. Not saved yet: ${[...this.#unsaved.keys()].join(', ')}.`,
      remedy: `${remedy} Mensura retries automatically.`,
    });
  }
}
