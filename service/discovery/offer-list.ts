/** The current offers: a limited number, each until it expires. */
import { type GatewayOffer, MAX_OFFERS } from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import type { Clock } from '../support/clock.ts';
import type { ReceivedAdvert } from './local-network.ts';
import { readOffer } from './read-offer.ts';

interface StoredOffer {
  offer: GatewayOffer;
  /** Milliseconds on the monotonic clock. */
  until: number;
}

export interface OfferListOptions {
  /** Offers of this installation are ignored. */
  installation: string;
  /** An offer expires after this time without being repeated, whatever its time to live. In milliseconds. */
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
  /** By name on the network, in lower case (RFC 6762, 16). */
  readonly #entries = new Map<string, StoredOffer>();

  constructor(options: OfferListOptions) {
    this.#options = options;
  }

  /** Adds or refreshes an offer. New offers are ignored while the list is full. */
  heard(heard: ReceivedAdvert): void {
    const { installation, maxAgeMs, clock } = this.#options;
    const key = heard.name.toLowerCase();
    const offer = readOffer(heard);
    if (!offer || offer.installation === installation) {
      this.#entries.delete(key);
      return;
    }
    this.#expire();
    if (this.#entries.size >= MAX_OFFERS && !this.#entries.has(key)) return;
    this.#entries.set(key, { offer, until: clock.monotonic() + Math.min(heard.ttl * 1000, maxAgeMs) });
  }

  remove(name: string): void {
    this.#entries.delete(name.toLowerCase());
  }

  clear(): void {
    this.#entries.clear();
  }

  /** By prefix, host, port and installation, in code-unit order, without duplicates. */
  list(): GatewayOffer[] {
    this.#expire();
    const offers = new Map([...this.#entries.values()].map(({ offer }) => [canonicalJson(offer), offer]));
    return [...offers.values()].toSorted(compare);
  }

  #expire(): void {
    const now = this.#options.clock.monotonic();
    for (const [key, { until }] of this.#entries) if (until <= now) this.#entries.delete(key);
  }
}
