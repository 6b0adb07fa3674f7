/** Finds other Mensura installations on the local network, and offers this one, from its start to its stop. */
import type { GatewayOffer, GatewayOffers } from '../contract/index.ts';
import { canonicalJson } from '../support/canonical-json.ts';
import type { Clock } from '../support/clock.ts';
import { errorText } from '../support/errors.ts';
import { KeyedThrottle } from '../support/keyed-throttle.ts';
import type { Logger } from '../support/logger.ts';
import { advertsOf, type OfferedClient } from './adverts.ts';
import type { JoinNetwork, LocalNetwork } from './local-network.ts';
import { OfferList } from './offer-list.ts';

/** Turns discovery on and off while the service runs. Each time it is a new `Discovery`. */
export class DiscoverySwitch {
  readonly #options: DiscoveryOptions;
  #discovery: Discovery | undefined;
  #isStopped = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  /** Resolves when the change is complete. One call at a time. */
  async change(wanted: boolean): Promise<void> {
    if (this.#isStopped || wanted === (this.#discovery !== undefined)) return;
    if (wanted) {
      this.#discovery = new Discovery(this.#options);
      await this.#discovery.start();
    } else {
      await this.#end();
    }
  }

  /** Turns discovery off for good. May be called twice, and during a change. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end();
  }

  offers(): GatewayOffers {
    return { enabled: this.#discovery !== undefined, offers: this.#discovery?.offers() ?? [] };
  }

  async #end(): Promise<void> {
    const discovery = this.#discovery;
    this.#discovery = undefined;
    await discovery?.stop();
  }
}

/** The offered MQTT clients. */
export interface ClientSource {
  list(): Iterable<OfferedClient>;
  /** @returns unsubscribes */
  onChange(listener: () => void): () => void;
}

export interface DiscoveryOptions {
  /** The installation's ID. */
  installation: string;
  clients: ClientSource;
  join: JoinNetwork;
  clock: Clock;
  logger: Logger;
  /** Pauses between two queries, in milliseconds; the last one repeats. */
  pausesMs?: readonly number[];
  /** Least time between two changes of the offers, in milliseconds. Default 1 s. */
  changeGapMs?: number;
}

/** Packets get lost, so the first queries follow soon, later ones as often as caches refresh (RFC 6762, 5.2). */
const PAUSES_MS = [2000, 6000, 18_000, 54_000, 90_000];

/** An offer that leaves this many queries unanswered is gone. */
const UNANSWERED = 3;

/** Limits the log lines about a broken network. */
const MAX_REPORTED = 20;

export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #offers: OfferList;
  readonly #throttle: KeyedThrottle;
  readonly #reported = new Set<string>();
  #network: LocalNetwork | undefined;
  #unsubscribe: (() => void) | undefined;
  #browseTimer: NodeJS.Timeout | undefined;
  /** The published offers, as text. */
  #published = canonicalJson([]);
  #stopped = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    const { installation, clock, pausesMs = PAUSES_MS, changeGapMs = 1000 } = options;
    this.#offers = new OfferList({ installation, clock, maxAgeMs: (pausesMs.at(-1) ?? 0) * UNANSWERED });
    this.#throttle = new KeyedThrottle(changeGapMs, () => this.#publish());
  }

  /** Errors are logged, and the service continues without discovery. */
  async start(): Promise<void> {
    const { join, clients } = this.#options;
    if (this.#stopped) return;
    try {
      const network = await join({
        heard: (heard) => this.#offers.heard(heard),
        removed: (name) => this.#offers.remove(name),
        failed: (error) => this.#reportOnce(error),
      });
      if (this.#stopped) {
        // Nothing else refers to this network.
        await network.leave();
        return;
      }
      this.#network = network;
    } catch (error) {
      this.#reportOnce(error);
      return;
    }
    this.#unsubscribe = clients.onChange(() => this.#throttle.changed(''));
    this.#throttle.changed('');
    this.#browse(0);
  }

  /** Sends goodbye and ends everything. May be called twice, and while starting. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#browseTimer);
    this.#unsubscribe?.();
    this.#throttle.stop();
    const network = this.#network;
    this.#network = undefined;
    await network?.leave();
    this.#offers.clear();
  }

  offers(): GatewayOffer[] {
    return this.#offers.list();
  }

  #publish(): void {
    const { installation, clients } = this.#options;
    const adverts = advertsOf(installation, clients.list());
    const text = canonicalJson(adverts);
    if (text === this.#published) return;
    this.#published = text;
    this.#network?.publish(adverts);
  }

  #browse(round: number): void {
    const { pausesMs = PAUSES_MS } = this.#options;
    this.#network?.browse();
    this.#browseTimer = setTimeout(() => this.#browse(round + 1), pausesMs[round] ?? pausesMs.at(-1));
  }

  #reportOnce(error: unknown): void {
    const text = errorText(error);
    if (this.#reported.has(text) || this.#reported.size >= MAX_REPORTED) return;
    this.#reported.add(text);
    this.#options.logger.warn(`discovery may not work: ${text} (gateways can be added manually)`);
  }
}
