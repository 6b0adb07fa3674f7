/** Removed entries, in memory only, so that a removal can be undone. */
import type { Clock } from './clock.ts';

/** Time in which a removal can be undone, in milliseconds. */
const UNDO_MS = 10 * 60_000;

/** Limit of removed entries. */
const MAX_REMOVED = 20;

export class RecentlyRemoved<Config> {
  readonly #clock: Clock;
  readonly #removed = new Map<string, { config: Config; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(id: string, config: Config): void {
    this.#removed.delete(id);
    this.#removed.set(id, { config, at: this.#clock.monotonic() });
    this.#discardOld();
  }

  get(id: string): Config | undefined {
    this.#discardOld();
    return this.#removed.get(id)?.config;
  }

  delete(id: string): void {
    this.#removed.delete(id);
  }

  clear(): void {
    this.#removed.clear();
  }

  #discardOld(): void {
    const oldest = this.#clock.monotonic() - UNDO_MS;
    for (const [id, { at }] of this.#removed) {
      if (at < oldest || this.#removed.size > MAX_REMOVED) this.#removed.delete(id);
    }
  }
}
