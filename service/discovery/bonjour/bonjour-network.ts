/** All local networks: one link for each, including networks that appear later. */
import { errorText } from '../../support/errors.ts';
import type { Advert, LocalNetwork, NetworkListener } from '../local-network.ts';
import type { LocalInterface } from './interfaces.ts';
import { type LinkOptions, MulticastLink } from './multicast-link.ts';
import { openSocket } from './socket.ts';

/** Time between two checks for new networks, which also retry failed links, in milliseconds. */
const CHECK_INTERVAL_MS = 15_000;

export interface BonjourNetworkOptions {
  /** @throws the error of the system */
  ways: () => LocalInterface[];
  port: number;
  create: LinkOptions['create'];
  listener: NetworkListener;
}

export class BonjourNetwork implements LocalNetwork {
  readonly #options: BonjourNetworkOptions;
  /** By address and mask. */
  readonly #links = new Map<string, MulticastLink>();
  /** Links and checks in progress. */
  readonly #work = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #adverts: readonly Advert[] = [];
  #hasLeft = false;

  constructor(options: BonjourNetworkOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#checkInterfaces(), CHECK_INTERVAL_MS);
  }

  /** Opens a link for each network; resolves when they are open. */
  async start(): Promise<void> {
    this.#checkInterfaces();
    await Promise.all(this.#work);
  }

  publish(adverts: readonly Advert[]): void {
    this.#adverts = adverts.map((advert) => this.#adverts.find((former) => isSame(former, advert)) ?? advert);
    for (const link of this.#links.values()) this.#do(link.close(this.#adverts));
    this.#links.clear();
    this.#checkInterfaces();
  }

  browse(): void {
    for (const link of this.#links.values()) link.browse();
  }

  async leave(): Promise<void> {
    this.#hasLeft = true;
    clearInterval(this.#timer);
    for (const link of this.#links.values()) this.#do(link.close());
    this.#links.clear();
    await Promise.all(this.#work);
  }

  #do(work: Promise<void>): void {
    const done = work.catch((error: unknown) => this.#failed(error)).finally(() => this.#work.delete(done));
    this.#work.add(done);
  }

  #checkInterfaces(): void {
    let ways: LocalInterface[];
    try {
      ways = this.#options.ways();
    } catch (error) {
      this.#failed(new Error(`cannot list network interfaces: ${errorText(error)}`, { cause: error }));
      return;
    }
    const wanted = new Map(ways.map((way) => [`${way.address}/${way.netmask}`, way]));
    for (const [key, link] of this.#links) {
      if (wanted.has(key)) continue;
      this.#links.delete(key);
      this.#do(link.close());
    }
    for (const [key, way] of wanted) if (!this.#links.has(key)) this.#do(this.#open(key, way));
  }

  async #open(key: string, way: LocalInterface): Promise<void> {
    const { port, create, listener } = this.#options;
    const socket = await openSocket(way, port, (error) => this.#failed(error));
    // Another check may have opened it.
    if (this.#hasLeft || this.#links.has(key)) {
      socket.close();
      return;
    }
    let link: MulticastLink;
    try {
      link = new MulticastLink({ socket, port, create, adverts: this.#adverts, listener: this.#guarded(listener) });
    } catch (error) {
      socket.close();
      throw error;
    }
    this.#links.set(key, link);
    // The next check opens another link.
    socket.on('error', (error) => {
      this.#failed(error);
      if (this.#links.get(key) === link) this.#links.delete(key);
      this.#do(link.close());
    });
    link.browse();
  }

  /** Reports nothing after the end. */
  #guarded(listener: NetworkListener): NetworkListener {
    return {
      heard: (heard) => !this.#hasLeft && listener.heard(heard),
      removed: (name) => !this.#hasLeft && listener.removed(name),
      failed: (error) => this.#failed(error),
    };
  }

  #failed(error: unknown): void {
    if (!this.#hasLeft) this.#options.listener.failed(error);
  }
}

function isSame(one: Advert, other: Advert): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
