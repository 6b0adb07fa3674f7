/** Discovery that goes on and off while the service runs: each time it goes on, it is a new one. */
import type { GatewayOffers } from '../contract/index.ts';
import { Discovery, type DiscoveryOptions } from './discovery.ts';

export class DiscoverySwitch {
  readonly #options: DiscoveryOptions;
  #discovery: Discovery | undefined;
  #isStopped = false;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  /** On or off; resolves when it is so. One call at a time. */
  async change(wanted: boolean): Promise<void> {
    if (this.#isStopped || wanted === (this.#discovery !== undefined)) return;
    if (wanted) {
      this.#discovery = new Discovery(this.#options);
      await this.#discovery.start();
    } else {
      await this.#end();
    }
  }

  /** Off, for good. May be called twice, and during a change. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#end();
  }

  /** What others offer at the moment. */
  offers(): GatewayOffers {
    return { enabled: this.#discovery !== undefined, offers: this.#discovery?.offers() ?? [] };
  }

  async #end(): Promise<void> {
    const discovery = this.#discovery;
    this.#discovery = undefined;
    await discovery?.stop();
  }
}
