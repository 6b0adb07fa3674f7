/** The offers that hold at the moment: so many at most, each until its time is up. */
import { type GatewayOffer, MAX_OFFERS } from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import type { Clock } from '../support/clock.ts';
import type { ReceivedAdvert } from './local-network.ts';
import { readOffer } from './read-offer.ts';

interface Kept {
  offer: GatewayOffer;
  /** Milliseconds on the clock that never jumps. */
  until: number;
}

export interface OfferListOptions {
  /** One's own offers are not kept. */
  installation: string;
  /** An offer that is not heard again for so long is gone, though it said that it holds longer. In milliseconds. */
  maxAgeMs: number;
  clock: Clock;
}

function compare(one: GatewayOffer, other: GatewayOffer): number {
  for (const key of ['prefix', 'host', 'port', 'installation'] as const) {
    if (one[key] !== other[key]) return one[key] < other[key] ? -1 : 1;
  }
  return 0;
}

export class OfferList {
  readonly #options: OfferListOptions;
  /** By their names on the network, in lower case (RFC 6762, 16). */
  readonly #kept = new Map<string, Kept>();

  constructor(options: OfferListOptions) {
    this.#options = options;
  }

  /** Something was heard, for the first time or again; what is new while the list is full is not kept. */
  heard(heard: ReceivedAdvert): void {
    const { installation, maxAgeMs, clock } = this.#options;
    const key = heard.name.toLowerCase();
    const offer = readOffer(heard);
    if (!offer || offer.installation === installation) {
      this.#kept.delete(key);
      return;
    }
    this.#expire();
    if (this.#kept.size >= MAX_OFFERS && !this.#kept.has(key)) return;
    this.#kept.set(key, { offer, until: clock.monotonic() + Math.min(heard.ttl * 1000, maxAgeMs) });
  }

  gone(name: string): void {
    this.#kept.delete(name.toLowerCase());
  }

  clear(): void {
    this.#kept.clear();
  }

  /** By prefix, host, port and installation, in code-unit order; what is the same is there once. */
  list(): GatewayOffer[] {
    this.#expire();
    const offers = new Map([...this.#kept.values()].map(({ offer }) => [canonicalJson(offer), offer]));
    return [...offers.values()].toSorted(compare);
  }

  #expire(): void {
    const now = this.#options.clock.monotonic();
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
  }
}
