/** The newest reading of each serial number that was passed on, over the comings and goings of its gateways. */
import type { Clock } from '../../../support/clock.ts';
import type { GatewayDeviceKey } from '../types.ts';

/** How many serial numbers are remembered; the one that came first is forgotten first. */
const MAX_REMEMBERED = 50_000;

/** Whoever gave it, and its moment in milliseconds since 1970. */
interface NewestReading<Source> {
  /** Undefined once it is no more. */
  source: Source | undefined;
  gatewaySerial: string;
  at: number;
}

/**
 * What waited may come through several entries and gateways, each with all of it. Each keeps its own readings in order;
 * what another brings counts where it is newer than what came before.
 */
export class LatestReadingFilter<Source> {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #newest = new Map<string, NewestReading<Source>>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** A reading is passed on. A stamp of the future counts as now: a clock that is ahead keeps nothing of others away. */
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

  /** Whether a reading that waited is none that another one brought. */
  isNews(source: Source, { gatewaySerial, serial }: GatewayDeviceKey, at: number): boolean {
    const known = this.#newest.get(serial);
    return !known || (known.source === source && known.gatewaySerial === gatewaySerial) || at > known.at;
  }

  /** A source is no more; what it brought is not taken again from another. */
  forget(source: Source): void {
    for (const newest of this.#newest.values()) if (newest.source === source) newest.source = undefined;
  }
}
