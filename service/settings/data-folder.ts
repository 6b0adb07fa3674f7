/** The desktop app and the headless service share one data folder. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorText, MensuraError } from '../support/errors.ts';

/** The default data folder of this user on this platform. */
export function defaultDataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Mensura');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Mensura');
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'mensura');
}

/**
 * Creates the folder for this user only.
 * @throws MensuraError `data-folder-unusable`
 */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new MensuraError(
      'data-folder-unusable',
      `Cannot create the data folder ${path}: ${errorText(error)}. Choose another with --data-dir.`,
      {
        cause: error,
      },
    );
  }
}
