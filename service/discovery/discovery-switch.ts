/** Turns discovery on and off while the service runs. Each time it is a new `Discovery`. */
import type { GatewayOffers } from '../contract/index.ts';
import { Discovery, type DiscoveryOptions } from './discovery.ts';

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
