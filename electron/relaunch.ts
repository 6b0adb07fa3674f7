import type { App } from 'electron';
import { extractLaunchOptions, type LaunchOptions, windowFlags } from './arguments.ts';

export interface StartAgainOptions {
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
