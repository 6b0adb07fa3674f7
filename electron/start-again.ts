/** Starts the app anew when this process has ended. */
import type { App } from 'electron';
import { takeWindowWishes, type WindowWishes, windowFlags } from './arguments.ts';

export interface StartAgainOptions {
  app: Pick<App, 'relaunch'>;
  /** This process's own (`process.argv`). */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** Has the next start begin with the flags of this one, and its window as wished. */
export function startAgain({ app, argv, env }: StartAgainOptions, wishes: WindowWishes): void {
  const args = [...takeWindowWishes(argv.slice(1)).rest, ...windowFlags(wishes)];
  const image = env['APPIMAGE'];
  // The folder that an AppImage runs from is gone by then; the file itself is what can be started.
  app.relaunch(image ? { execPath: image, args } : { args });
}
