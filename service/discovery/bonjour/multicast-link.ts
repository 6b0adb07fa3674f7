/** Taking part in one local network with the package bonjour-service. Used once: other offers need another link. */
import type { Socket } from 'node:dgram';
import type { Bonjour, Browser, Service } from 'bonjour-service';
import type { Advert, NetworkListener, ReceivedAdvert } from '../local-network.ts';

/** The type of service: `_mensura-mqtt._tcp` (RFC 6763, 7). */
const TYPE = 'mensura-mqtt';

/** A browser keeps whatever it hears; one that heard so much hears no more until the next question. */
const MAX_HEARD = 1000;

/** The longest name that DNS has (RFC 1035, 2.3.4). */
const MAX_NAME = 255;

export interface LinkOptions {
  socket: Socket;
  port: number;
  /** Makes the package's object; not the package itself, so that it is loaded only where it is used. */
  create: (options: object, onError: (error: unknown) => void) => Bonjour;
  adverts: readonly Advert[];
  listener: NetworkListener;
}

export class MulticastLink {
  readonly #bonjour: Bonjour;
  readonly #listener: NetworkListener;
  readonly #services = new Map<Advert, Service>();
  /** Of the last two questions: who answered the one before can still say goodbye. */
  #browsers: Browser[] = [];
  #closing: Promise<void> | undefined;

  constructor({ socket, port, create, adverts, listener }: LinkOptions) {
    this.#listener = listener;
    // The socket has joined its group already: the package neither binds nor joins.
    this.#bonjour = create({ socket, port, bind: false, multicast: false }, (error) => this.#failed(error));
    for (const advert of adverts) this.#services.set(advert, this.#publish(advert));
  }

  /** Asks who offers something. The package notices no answer that is like the one before: each question has a browser. */
  browse(): void {
    const browser = this.#bonjour.find({ type: TYPE });
    const heard = (service: Service): void => {
      if (browser.services.length >= MAX_HEARD) browser.stop();
      this.#heard(service);
    };
    browser.on('up', heard);
    browser.on('txt-update', heard);
    browser.on('srv-update', heard);
    browser.on('down', ({ fqdn }) => this.#listener.gone(fqdn));
    this.#browsers.push(browser);
    if (this.#browsers.length > 2) this.#browsers.shift()?.stop();
  }

  /** Says goodbye to all that is not kept, and closes the socket. @param kept adverts that another link goes on with */
  close(kept: readonly Advert[] = []): Promise<void> {
    this.#closing ??= this.#close(new Set(kept));
    return this.#closing;
  }

  async #close(kept: ReadonlySet<Advert>): Promise<void> {
    for (const browser of this.#browsers) browser.stop();
    this.#browsers = [];
    const gone = [...this.#services].filter(([advert]) => !kept.has(advert)).map(([, service]) => service);
    await Promise.all(gone.map((service) => new Promise<void>((resolve) => service.stop(() => resolve()))));
    await new Promise<void>((resolve) => this.#bonjour.destroy(() => resolve()));
  }

  #publish({ name, port, txt }: Advert): Service {
    return this.#bonjour.publish({
      name,
      type: TYPE,
      port,
      txt: { ...txt },
      // Not the computer's own name: that is nobody's business.
      host: `${name}.local`,
      disableIPv6: true,
      // The name is this installation's alone.
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
