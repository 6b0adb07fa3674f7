import type { HttpServer } from '../http/server.ts';
import type { InstanceFile } from '../settings/instance-file.ts';
import type { PreparedChange } from '../settings/live-settings.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';

/** All are base addresses. */
export interface AddressEvents {
  /** The new address applies, and the old one still replies. */
  moved: { from: string; to: string };
  /** The old one is about to end. */
  left: { url: string };
}

export interface ServiceAddressOptions {
  /** Announces the service to other programs of this user. */
  instance: Pick<InstanceFile, 'publish'>;
  logger: Logger;
}

export class ServiceAddress {
  readonly events: Emitter<AddressEvents>;
  readonly #options: ServiceAddressOptions;
  #http: HttpServer | undefined;
  #url = '';

  constructor(options: ServiceAddressOptions) {
    this.events = new Emitter((error) => options.logger.error(`address listener failed: ${errorText(error)}`));
    this.#options = options;
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
    await this.#options.instance.publish(this.#url);
  }

  /**
   * Opens the port and announces it, so that the rest of the move cannot fail.
   * @returns undefined if the service has this port already
   * @throws as `HttpServer.open`; MensuraError `storage-failed` when the announcement failed: then nothing has changed
   */
  async prepare(port: number): Promise<PreparedChange | undefined> {
    const { instance, logger } = this.#options;
    const from = this.#url;
    const opened = await this.#http?.open(port);
    if (!opened) return undefined;
    const to = opened.url;
    try {
      await instance.publish(to);
    } catch (cause) {
      await opened.giveUp();
      const text = `Cannot save the new address: ${errorText(cause)}. The service remains at ${from}. Check that the disk has free space, then try again.`;
      throw new MensuraError('storage-failed', text, { cause });
    }
    return {
      finish: () => {
        opened.activate();
        this.#url = to;
        logger.info(`moved from ${from} to ${to} (old port stays open until idle)`);
        this.events.emit('moved', { from, to });
      },
      undo: async () => {
        await instance.publish(from).catch((error: unknown) => {
          logger.warn(`cannot revert the published address ${to}; the service remains at ${from}: ${errorText(error)}`);
        });
        await opened.giveUp();
      },
    };
  }
}
