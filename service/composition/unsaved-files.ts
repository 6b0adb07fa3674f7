/** Files that the service failed to write: it continues without them, reports a problem, and retries. */
import type { Registry } from '../devices/registry.ts';
import { CoalescedWriter } from '../support/coalesced-writer.ts';
import { errorClause } from '../support/errors.ts';

const CODE = 'data-folder-failed';

/** Remedies for causes that a retry cannot end. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free up disk space.',
  EDQUOT: 'Free up disk space: the disk quota is exceeded.',
};

export interface UnsavedFilesOptions {
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
   * Retries a failed write every 5 s until it succeeds.
   * @param name as in the problem: `the address of the service`
   * @param save writes the current state
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
    const remedy = REMEDIES[code] ?? 'Make the folder and its files writable for the account that runs Mensura.';
    registry.raise({
      code: CODE,
      subject: folder,
      text: `Cannot write to the data folder ${folder}: ${errorClause(first.error)}. Not saved yet: ${[...this.#unsaved.keys()].join(', ')}.`,
      remedy: `${remedy} Mensura retries automatically.`,
    });
  }
}
