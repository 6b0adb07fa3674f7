import type { Service } from '../service/service.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import type { LoginItem } from './login-item.ts';

export interface LoginStartOptions {
  settings: Service['settings'];
  /** Or the reason why there is none. */
  item: LoginItem | string;
  logger: Logger;
  /** Shows an error to the user. */
  showError(message: string, detail: string): void;
}

/** Synchronizes the setting with the system: at the start the system wins, later the setting. */
export class LoginStart {
  readonly #options: LoginStartOptions;
  #isOn = false;
  #following: Promise<void> = Promise.resolve();
  #end: (() => void) | undefined;

  constructor(options: LoginStartOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { settings } = this.#options;
    this.#isOn = settings.get().start_at_login;
    this.#following = this.#adoptSystem();
    this.#end = settings.events.on('changed', ({ start_at_login: wanted }) => {
      // In sequence, the latest change last.
      if (wanted !== this.#isOn) this.#following = this.#following.then(() => this.#applySetting());
    });
    await this.#following;
  }

  async stop(): Promise<void> {
    this.#end?.();
    this.#end = undefined;
    await this.#following;
  }

  /** The user may have changed it in the settings of the system. */
  async #adoptSystem(): Promise<void> {
    const { item, logger, settings } = this.#options;
    // A run from source may share its settings with an installed app.
    if (typeof item === 'string') return;
    try {
      this.#isOn = await item.isOn();
      if (settings.get().start_at_login === this.#isOn) return;
      logger.info(`turned ${this.#isOn ? 'on' : 'off'} "Start at login" (changed in the system)`);
      await settings.patch({ start_at_login: this.#isOn });
    } catch (error) {
      logger.warn(`cannot read the start-at-login setting of the system: ${errorText(error)}`);
    }
  }

  async #applySetting(): Promise<void> {
    const { item, logger, settings, showError } = this.#options;
    const wanted = settings.get().start_at_login;
    if (wanted === this.#isOn) return;
    try {
      if (typeof item === 'string') throw new Error(item);
      await item.set(wanted);
      this.#isOn = wanted;
      logger.info(`turned ${wanted ? 'on' : 'off'} "Start at login" (changed in the settings)`);
    } catch (error) {
      showError(`Cannot turn ${wanted ? 'on' : 'off'} "Start at login"`, errorText(error));
      await settings
        .patch({ start_at_login: this.#isOn })
        .catch((failure: unknown) => logger.error(`cannot revert the setting: ${errorText(failure)}`));
    }
  }
}
