import type { HttpServer } from '../http/options.ts';
import type { InstanceFile } from '../settings/instance-file.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

/** Both are base addresses. */
export interface AddressChange {
  from: string;
  to: string;
}

export interface AddressEvents {
  moved: AddressChange;
  left: { url: string };
}

/** A prepared move: the new port replies already. */
export interface PreparedAddressChange {
  /** Makes the new address the service's own. */
  finish(): void;
  /** Restores the state before the preparation. */
  undo(): Promise<void>;
}

export interface ServiceAddressOptions {
  /** Announces the service to other programs of this user. */
  instance: Pick<InstanceFile, 'publish'>;
  logger: Logger;
}

export class ServiceAddress {
  /** `moved`: the new address applies, and the old one still replies. `left`: the old one is about to end. */
  readonly events: Emitter<AddressEvents>;
  readonly #instance: Pick<InstanceFile, 'publish'>;
  readonly #logger: Logger;
  #http: HttpServer | undefined;
  #url = '';

  constructor({ instance, logger }: ServiceAddressOptions) {
    this.events = new Emitter((error) => logger.error(`address listener failed: ${errorText(error)}`));
    this.#instance = instance;
    this.#logger = logger;
  }

  /** The base address; empty before the start. */
  get url(): string {
    return this.#url;
  }

  /** @throws as `HttpServer.start` */
  async start(http: HttpServer): Promise<void> {
    ({ url: this.#url } = await http.start());
    this.#http = http;
  }

  /**
   * Announces the address to other programs.
   * @throws the error of the file system
   */
  async publish(): Promise<void> {
    await this.#instance.publish(this.#url);
  }

  /**
   * Opens the port and announces it, so that the rest of the move cannot fail.
   * @returns undefined if the service has this port already
   * @throws as `HttpServer.open`; MensuraError `storage-failed` when the announcement failed: then nothing has changed
   */
  async prepare(port: number): Promise<PreparedAddressChange | undefined> {
    const from = this.#url;
    const opened = await this.#http?.open(port);
    if (!opened) return undefined;
    const to = opened.url;
    try {
      await this.#instance.publish(to);
    } catch (cause) {
      await opened.giveUp();
      const text = `Cannot save the new address: ${errorText(cause)}. The service remains at ${from}. Check that the disk has free space, then try again.`;
      throw new MensuraError('storage-failed', text, { cause });
    }
    return {
      finish: () => {
        opened.activate();
        this.#url = to;
        this.#logger.info(`moved from ${from} to ${to} (old port stays open until idle)`);
        this.events.emit('moved', { from, to });
      },
      undo: async () => {
        await this.#instance.publish(from).catch((error: unknown) => {
          this.#logger.warn(
            `cannot revert the published address ${to}; the service remains at ${from}: ${errorText(error)}`,
          );
        });
        await opened.giveUp();
      },
    };
  }
}
