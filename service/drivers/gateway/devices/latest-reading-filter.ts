import type { Clock } from '../../../support/clock.ts';
import type { GatewayDeviceKey } from '../types.ts';

/** Number of serial numbers in memory; the oldest are discarded. */
const MAX_REMEMBERED = 50_000;

/** Its source, and its time in milliseconds since 1970. */
interface NewestReading<Source> {
  /** Undefined once the source is gone. */
  source: Source | undefined;
  gatewaySerial: string;
  at: number;
}

/**
 * Removes duplicate late readings, which several entries and gateways may each deliver completely. Each source keeps
 * its own readings in order; another source's reading counts only if it is newer than all before.
 */
export class LatestReadingFilter<Source> {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #newest = new Map<string, NewestReading<Source>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * Records an accepted reading. A future timestamp counts as now: a clock that is ahead must not block other sources.
   */
  note(source: Source, { gatewaySerial, serial }: GatewayDeviceKey, stamp: number): void {
    const at = Math.min(stamp, this.#clock.now());
    const known = this.#newest.get(serial);
    if (known) {
      known.source = source;
      known.gatewaySerial = gatewaySerial;
      known.at = Math.max(known.at, at);
      return;
    }
    this.#newest.set(serial, { source, gatewaySerial, at });
    const [oldest] = this.#newest.keys();
    if (oldest !== undefined && this.#newest.size > MAX_REMEMBERED) this.#newest.delete(oldest);
  }

  /** Whether no other source delivered this late reading. */
  isNews(source: Source, { gatewaySerial, serial }: GatewayDeviceKey, at: number): boolean {
    const known = this.#newest.get(serial);
    return !known || (known.source === source && known.gatewaySerial === gatewaySerial) || at > known.at;
  }

  /** Removes a source; its readings still count as delivered. */
  forget(source: Source): void {
    for (const newest of this.#newest.values()) if (newest.source === source) newest.source = undefined;
  }
}
