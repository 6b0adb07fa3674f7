/** A port with a name that stays the same: a link to whichever pseudo terminal stands behind it now. */

import { readlinkSync, unlinkSync } from 'node:fs';
import { lstat, readlink, rename, stat, symlink, unlink } from 'node:fs/promises';
import { atExit } from './at-exit.ts';
import { Pty } from './pty.ts';

export interface PortEvents {
  opened(): void;
  data(bytes: Buffer): void;
  closed(): void;
  /** After a program closed it, it can be opened again. */
  renewed(): void;
  /** The port could not be made again. */
  failed(error: unknown): void;
}

/**
 * While it is plugged in it can be opened; when the program closes it, a fresh terminal takes its place at once. A
 * second terminal is kept ready for that, so that the name is never missing for long.
 */
export class Port {
  readonly #path: string;
  readonly #events: PortEvents;
  #current: Pty | null = null;
  #spare: Promise<Pty> | null = null;
  #plugged = false;
  #forgetLink: () => void = () => {};
  /** Changes of plug and link, one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(path: string, events: PortEvents) {
    this.#path = path;
    this.#events = events;
  }

  /** Makes the port appear. @throws Error when the path belongs to something else, or socat fails */
  plug(): Promise<void> {
    return this.#queue(async () => {
      if (this.#plugged) return;
      await refuseForeign(this.#path);
      this.#plugged = true;
      this.#forgetLink = atExit(this.#removeLinkNow);
      await this.#show();
    });
  }

  /** Makes the port vanish; a program that has it open sees a hang-up. */
  unplug(): Promise<void> {
    return this.#queue(async () => {
      if (!this.#plugged) return;
      this.#plugged = false;
      const [current, spare] = [this.#current, this.#spare];
      this.#current = null;
      this.#spare = null;
      await unlink(this.#path).catch(ignoreMissing);
      this.#forgetLink();
      await current?.end();
      await (await spare?.catch(() => null))?.end();
    });
  }

  write(bytes: Uint8Array): void {
    this.#current?.write(bytes);
  }

  #queue(job: () => Promise<void>): Promise<void> {
    const done = this.#work.then(job);
    this.#work = done.catch(() => {});
    return done;
  }

  async #show(): Promise<void> {
    const pty = await (this.#spare ?? this.#make());
    this.#spare = null;
    this.#current = pty;
    const fresh = `${this.#path}.${process.pid}`;
    await symlink(pty.device, fresh);
    await rename(fresh, this.#path);
  }

  #make(): Promise<Pty> {
    let made: Pty | null = null;
    const pty = Pty.make({
      opened: () => {
        this.#spare ??= this.#make();
        this.#events.opened();
      },
      data: this.#events.data,
      ended: () => {
        if (!made || made !== this.#current) return;
        this.#current = null;
        this.#events.closed();
        this.#queue(async () => {
          if (!this.#plugged || this.#current) return;
          await this.#show();
          this.#events.renewed();
        }).catch(this.#events.failed);
      },
    });
    pty.then(
      (ready) => {
        made = ready;
      },
      () => {},
    );
    return pty;
  }

  readonly #removeLinkNow = (): void => {
    if (this.#current && readlinkSync(this.#path) === this.#current.device) unlinkSync(this.#path);
  };
}

/** A link left behind by an emulator that was killed may be replaced; nothing else may. */
async function refuseForeign(path: string): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing);
  if (!found) return;
  const dangling = found.isSymbolicLink() && !(await stat(path).catch(ignoreMissing));
  if (dangling && (await readlink(path)).startsWith('/dev/')) return;
  throw new Error(`${path} exists already. Give another path with --pty, or remove it if it is yours.`);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
