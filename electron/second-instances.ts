import type { App } from 'electron';
import { type LaunchOptions, parseLaunchOptions } from './arguments.ts';

/** Receives further starts of the app, also before the window can handle them. */
export class SecondInstances {
  /** The latest unhandled start. */
  #waiting: LaunchOptions | undefined;
  #handler: ((launchOptions: LaunchOptions) => void) | undefined;

  /** Listens as long as the app runs: Electron emits each start only once. */
  constructor(app: Pick<App, 'on'>) {
    app.on('second-instance', (_event, _argv, _folder, data) => this.#receive(parseLaunchOptions(data)));
  }

  /** Handles every start from now on, and the latest earlier one. */
  onStart(onStart: (launchOptions: LaunchOptions) => void): void {
    this.#handler = onStart;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) onStart(waiting);
  }

  #receive(launchOptions: LaunchOptions): void {
    if (this.#handler) this.#handler(launchOptions);
    // A hidden start does not replace one that shows the window.
    else if (!this.#waiting || !launchOptions.isHidden) this.#waiting = launchOptions;
  }
}
