/** Removed clients, in memory only, so that a removal can be undone. */
import type { Clock } from '../../support/clock.ts';
import type { ClientConfig } from '../types.ts';

/** Time in which a removal can be undone, in milliseconds. */
const UNDO_MS = 10 * 60_000;

/** Limit of removed clients. */
const MAX_REMOVED = 20;

export class RecentlyRemoved {
  readonly #clock: Clock;
  readonly #removed = new Map<string, { config: ClientConfig; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(config: ClientConfig): void {
    this.#removed.delete(config.identifier);
    this.#removed.set(config.identifier, { config, at: this.#clock.monotonic() });
    this.#discardOld();
  }

  get(identifier: string): ClientConfig | undefined {
    this.#discardOld();
    return this.#removed.get(identifier)?.config;
  }

  delete(identifier: string): void {
    this.#removed.delete(identifier);
  }

  clear(): void {
    this.#removed.clear();
  }

  #discardOld(): void {
    const oldest = this.#clock.monotonic() - UNDO_MS;
    for (const [identifier, { at }] of this.#removed) {
      if (at < oldest || this.#removed.size > MAX_REMOVED) this.#removed.delete(identifier);
    }
  }
}
