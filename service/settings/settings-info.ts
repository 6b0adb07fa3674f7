/** What is true of the settings in this run, beside their values. */
import { join } from 'node:path';
import type { SettingsInfo } from '../contract/index.ts';
import { showsSocketOwners } from '../support/socket-owners.ts';
import { SETTINGS_FILE } from './options.ts';

const PLATFORMS: ReadonlySet<string> = new Set(['linux', 'darwin', 'win32']);

export interface FactsOptions {
  dataDir: string;
  /** By setting the flag or variable that stands before it in this run. */
  overridden: Readonly<Record<string, string>>;
  /** Settings that were changed and have their effect at the next start. */
  pending: readonly string[];
}

export function settingsInfo({ dataDir, overridden, pending }: FactsOptions): SettingsInfo {
  const { platform } = process;
  return {
    data_folder: dataDir,
    settings_file: join(dataDir, SETTINGS_FILE),
    platform: PLATFORMS.has(platform) ? (platform as SettingsInfo['platform']) : 'other',
    knows_other_users: showsSocketOwners(),
    overridden: { ...overridden },
    pending: [...pending],
  };
}
