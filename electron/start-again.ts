import type { App } from 'electron';
import { takeWindowWishes, type WindowWishes, windowFlags } from './arguments.ts';

export interface StartAgainOptions {
  app: Pick<App, 'relaunch'>;
  /** `process.argv` */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** Restarts the app when this process exits, with the same flags except those of the window. */
export function startAgain({ app, argv, env }: StartAgainOptions, wishes: WindowWishes): void {
  const args = [...takeWindowWishes(argv.slice(1)).rest, ...windowFlags(wishes)];
  const image = env['APPIMAGE'];
  // An AppImage runs from a temporary folder; only its file can be started.
  app.relaunch(image ? { execPath: image, args } : { args });
}
