/** Removed clients, in memory only, so that a removal can be undone. */
import type { Clock } from '../../support/clock.ts';
import type { ClientConfig } from '../types.ts';

/** Time in which a removal can be undone, in milliseconds. */
const KEPT_MS = 10 * 60_000;

/** Limit of removed clients. */
const MAX_KEPT = 20;

export class RecentlyRemoved {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { config: ClientConfig; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(config: ClientConfig): void {
    this.#kept.delete(config.identifier);
    this.#kept.set(config.identifier, { config, at: this.#clock.monotonic() });
    this.#forgetOld();
  }

  get(identifier: string): ClientConfig | undefined {
    this.#forgetOld();
    return this.#kept.get(identifier)?.config;
  }

  delete(identifier: string): void {
    this.#kept.delete(identifier);
  }

  clear(): void {
    this.#kept.clear();
  }

  #forgetOld(): void {
    const oldest = this.#clock.monotonic() - KEPT_MS;
    for (const [identifier, { at }] of this.#kept) {
      if (at < oldest || this.#kept.size > MAX_KEPT) this.#kept.delete(identifier);
    }
  }
}
