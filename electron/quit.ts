import type { App } from 'electron';
import { stopInTime } from '../service/support/end-process.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { extractLaunchOptions, type LaunchOptions, windowFlags } from './arguments.ts';

/** Time limit after the last action, in milliseconds: an installer may need this long to take over. */
const LAST_DEADLINE_MS = 60_000;

/** Signals of the system, the terminal or the end of the session. */
export const SHUTDOWN_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface QuitterOptions {
  app: Pick<App, 'on' | 'off'>;
  /** Exits with this code. @param isStopped false if part of the app is still running */
  exit(code: number, isStopped: boolean): void;
  process: Pick<NodeJS.Process, 'on' | 'off'>;
  /** Called if the user quits, not the system; false if the user keeps unsaved changes. */
  mayQuit(): Promise<boolean>;
  /** Stops everything; false if a part has not stopped and may still be writing. */
  stop(): Promise<boolean>;
  logger: Logger;
}

/**
 * Replaces the exit with code 0.
 * @param isStopped false if the service has not stopped in time and may still be writing
 */
export type FinalAction = (isStopped: boolean) => unknown;

/** Ends the app: stops the service first, then exits with code 0. */
export class QuitController {
  readonly #options: QuitterOptions;
  readonly #onQuit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    void this.request('quit');
  };
  readonly #onSignal = (signal: NodeJS.Signals): void => void this.quit(signal);
  #requesting: Promise<void> | undefined;
  #ending: Promise<void> | undefined;
  #restart: (() => void) | undefined;

  constructor(options: QuitterOptions) {
    this.#options = options;
  }

  /** Listens to signals and to Electron's quit events. */
  start(): void {
    const { app, process } = this.#options;
    app.on('before-quit', this.#onQuit);
    for (const signal of SHUTDOWN_SIGNALS) process.on(signal, this.#onSignal);
  }

  stop(): void {
    const { app, process } = this.#options;
    app.off('before-quit', this.#onQuit);
    for (const signal of SHUTDOWN_SIGNALS) process.off(signal, this.#onSignal);
  }

  /** The app is stopping. */
  get isQuitting(): boolean {
    return this.#ending !== undefined;
  }

  /** Ends the app, unless the user keeps unsaved changes. Further calls wait for the first. */
  request(reason: string): Promise<void> {
    this.#requesting ??= this.#requestQuit(reason).finally(() => (this.#requesting = undefined));
    return this.#requesting;
  }

  /** Ends the app. Further calls wait for the first. */
  quit(reason: string, last?: FinalAction): Promise<void> {
    this.#ending ??= this.#end(reason, last);
    return this.#ending;
  }

  /**
   * Called on a second start: if the app is stopping, it restarts afterwards. A `FinalAction` handles the restart itself.
   */
  thenRestart(restart: () => void): void {
    if (this.#requesting || this.#ending) this.#restart = restart;
  }

  async #requestQuit(reason: string): Promise<void> {
    if (this.#ending || (await this.#options.mayQuit())) await this.quit(reason);
    // The app stays open.
    else this.#restart = undefined;
  }

  async #end(reason: string, last?: FinalAction): Promise<void> {
    const { exit, stop, logger } = this.#options;
    logger.info(`stopping (${reason})`);
    const isStopped = await stopInTime(stop, logger);
    if (!last) {
      this.#restart?.();
      exit(0, isStopped);
      return;
    }
    // The last action may quit the app.
    this.stop();
    try {
      await last(isStopped);
      // Otherwise the app might run on without a window.
      setTimeout(() => exit(0, isStopped), LAST_DEADLINE_MS);
    } catch (error) {
      logger.error(`action after shutdown failed: ${errorText(error)}`, { error });
      exit(1, isStopped);
    }
  }
}

interface StartAgainOptions {
  app: Pick<App, 'relaunch'>;
  /** `process.argv` */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** Restarts the app when this process exits, with the same flags except those of the window. */
export function relaunch({ app, argv, env }: StartAgainOptions, launchOptions: LaunchOptions): void {
  const args = [...extractLaunchOptions(argv.slice(1)).rest, ...windowFlags(launchOptions)];
  const image = env['APPIMAGE'];
  // An AppImage runs from a temporary folder; only its file can be started.
  app.relaunch(image ? { execPath: image, args } : { args });
}
