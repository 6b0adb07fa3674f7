/** The one way out: whatever asks for it, the service is stopped first, and the process ends with code 0. */
import type { App } from 'electron';
import { stopInTime } from '../service/support/end-process.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

/** How long the app may outlive what it did last, in milliseconds: an installer may need this long to take over. */
const LAST_DEADLINE_MS = 60_000;

/** The signals by which the system, a terminal or a session's end asks a process to go. */
export const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface QuitterOptions {
  app: Pick<App, 'on' | 'off'>;
  /** Ends the process with this code. @param isStopped false where something of it hangs */
  exit(code: number, isStopped: boolean): void;
  process: Pick<NodeJS.Process, 'on' | 'off'>;
  /** Asked when the user wants to quit, never when the system does: false where something unsaved is to be kept. */
  mayQuit(): Promise<boolean>;
  /** Ends everything that runs; false where something of it has not ended, and may still be writing. */
  stop(): Promise<boolean>;
  logger: Logger;
}

/**
 * What is done at the very end, instead of ending the process with code 0.
 * @param isStopped false where the service, or a part of it, has not stopped in time, and may still be writing
 */
export type LastAct = (isStopped: boolean) => unknown;

export class Quitter {
  readonly #options: QuitterOptions;
  readonly #onQuit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    void this.request('quit');
  };
  readonly #onSignal = (signal: NodeJS.Signals): void => void this.quit(signal);
  #asking: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #restart: (() => void) | undefined;

  constructor(options: QuitterOptions) {
    this.#options = options;
  }

  /** Listens to everything that may end the app. */
  start(): void {
    const { app, process } = this.#options;
    app.on('before-quit', this.#onQuit);
    for (const signal of END_SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Listens no longer: the app ends in another way. */
  stop(): void {
    const { app, process } = this.#options;
    app.off('before-quit', this.#onQuit);
    for (const signal of END_SIGNALS) process.off(signal, this.#onSignal);
  }

  /** True from the moment the app is on its way out. */
  get isQuitting(): boolean {
    return this.#ending !== undefined;
  }

  /** Ends the app if nothing unsaved is to be kept. Further calls wait for the first. */
  request(reason: string): Promise<void> {
    this.#asking ??= this.#ask(reason).finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  /** Ends the app. Further calls wait for the first. */
  quit(reason: string, last?: LastAct): Promise<void> {
    this.#ending ??= this.#end(reason, last);
    return this.#ending;
  }

  /**
   * Somebody wants the app again: where it is about to end, this is done when it has ended. What is done last instead
   * sees to that itself.
   */
  thenRestart(restart: () => void): void {
    if (this.#asking || this.#ending) this.#restart = restart;
  }

  async #ask(reason: string): Promise<void> {
    if (this.#ending || (await this.#options.mayQuit())) await this.quit(reason);
    // It stays, and so there is nothing to begin anew.
    else this.#restart = undefined;
  }

  async #end(reason: string, last?: LastAct): Promise<void> {
    const { exit, stop, logger } = this.#options;
    logger.info(`stopping (${reason})`);
    const isStopped = await stopInTime(stop, logger);
    if (!last) {
      this.#restart?.();
      exit(0, isStopped);
      return;
    }
    // What comes last may itself ask the app to quit.
    this.stop();
    try {
      await last(isStopped);
      // Should it not have ended the app by then, nobody else would: there is no window any more.
      setTimeout(() => exit(0, isStopped), LAST_DEADLINE_MS);
    } catch (error) {
      logger.error(`action after shutdown failed: ${errorText(error)}`, { error });
      exit(1, isStopped);
    }
  }
}
