/** One local network over the package bonjour-service. Used once: changed offers need a new link. */
import type { Socket } from 'node:dgram';
import type { Bonjour, Browser, Service } from 'bonjour-service';
import type { Advert, NetworkListener, ReceivedAdvert } from '../local-network.ts';

/** The service type: `_mensura-mqtt._tcp` (RFC 6763, 7). */
const TYPE = 'mensura-mqtt';

/** A browser stores everything it receives; at this number of names it stops until the next query. */
const MAX_HEARD = 1000;

/** The longest name in DNS (RFC 1035, 2.3.4). */
const MAX_NAME = 255;

export interface LinkOptions {
  socket: Socket;
  port: number;
  /** Passed in so that the package is loaded only when it is used. */
  create: (options: object, onError: (error: unknown) => void) => Bonjour;
  adverts: readonly Advert[];
  listener: NetworkListener;
}

export class MulticastLink {
  readonly #bonjour: Bonjour;
  readonly #listener: NetworkListener;
  readonly #services = new Map<Advert, Service>();
  /** Browsers of the last two queries: a service found by the earlier one can still send goodbye. */
  #browsers: Browser[] = [];
  #closing: Promise<void> | undefined;

  constructor({ socket, port, create, adverts, listener }: LinkOptions) {
    this.#listener = listener;
    // The socket is bound and has joined its group already.
    this.#bonjour = create({ socket, port, bind: false, multicast: false }, (error) => this.#failed(error));
    for (const advert of adverts) this.#services.set(advert, this.#publish(advert));
  }

  /** The package reports a service once per browser, so each query gets a new browser. */
  browse(): void {
    const browser = this.#bonjour.find({ type: TYPE });
    const heard = (service: Service): void => {
      if (browser.services.length >= MAX_HEARD) browser.stop();
      this.#heard(service);
    };
    browser.on('up', heard);
    browser.on('txt-update', heard);
    browser.on('srv-update', heard);
    browser.on('down', ({ fqdn }) => this.#listener.removed(fqdn));
    this.#browsers.push(browser);
    if (this.#browsers.length > 2) this.#browsers.shift()?.stop();
  }

  /**
   * Sends goodbye for all adverts that are not kept, and closes the socket.
   * @param remaining adverts that another link continues
   */
  close(remaining: readonly Advert[] = []): Promise<void> {
    this.#closing ??= this.#close(new Set(remaining));
    return this.#closing;
  }

  async #close(remaining: ReadonlySet<Advert>): Promise<void> {
    for (const browser of this.#browsers) browser.stop();
    this.#browsers = [];
    const removed = [...this.#services].filter(([advert]) => !remaining.has(advert)).map(([, service]) => service);
    await Promise.all(removed.map((service) => new Promise<void>((resolve) => service.stop(() => resolve()))));
    await new Promise<void>((resolve) => this.#bonjour.destroy(() => resolve()));
  }

  #publish({ name, port, txt }: Advert): Service {
    return this.#bonjour.publish({
      name,
      type: TYPE,
      port,
      txt: { ...txt },
      // Not the computer's own name, which is private.
      host: `${name}.local`,
      disableIPv6: true,
      // The name is unique to this installation.
      probe: false,
    });
  }

  #heard({ fqdn, port, txt, ttl = 0 }: Service): void {
    if (fqdn.length > MAX_NAME) return;
    this.#listener.heard({ name: fqdn, port, txt: txt as unknown, ttl } satisfies ReceivedAdvert);
  }

  #failed(error: unknown): void {
    if (!this.#closing) this.#listener.failed(error);
  }
}
