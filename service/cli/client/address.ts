import { DEFAULT_PORT } from '../../contract/version.ts';
import { locateDataFolder } from '../../settings/data-location.ts';
import { findRunningService } from '../../settings/instance-file.ts';
import { CliError, EXIT } from '../failure.ts';

export interface AddressOptions {
  url?: string;
  dataDir?: string;
}

export interface Address {
  /** The base address, without a trailing slash. */
  url: string;
  /** Whether it proved to be this user's Mensura, or the user named it. Others get no password and name no file. */
  trusted: boolean;
  /** The message if nothing responds there. */
  absent: string;
}

/** Time limit for the proof of a busy service, in milliseconds. A missing service is detected at once. */
const PATIENCE_MS = 10_000;

const START_ONE = 'run "mensura serve" or start the desktop app';

function namedAddress(given: string, source: string): Address {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new CliError(
      EXIT.usage,
      `${source}: must be an address such as http://127.0.0.1:${DEFAULT_PORT}, got "${given}"`,
    );
  }
  const base = url.href.replace(/\/+$/, '');
  return { url: base, trusted: true, absent: `cannot connect to ${base}; check that Mensura is running there` };
}

/**
 * The named address (a flag overrides a variable), else that of the Mensura with the data folder, else the default port.
 * @throws CliError for an invalid address, or a named data folder without a running Mensura
 */
export async function findAddress({ url, dataDir }: AddressOptions, env: NodeJS.ProcessEnv): Promise<Address> {
  if (url !== undefined) return namedAddress(url, '--url');
  const fromEnvironment = env['MENSURA_URL'];
  if (fromEnvironment && dataDir === undefined) return namedAddress(fromEnvironment, 'MENSURA_URL');
  const namedFolder = dataDir ?? env['MENSURA_DATA_DIR'];
  const folder = locateDataFolder(namedFolder || undefined, env);
  const found = await findRunningService({ dataDir: folder, patienceMs: PATIENCE_MS });
  if (found) return { url: found, trusted: true, absent: `Mensura has stopped; ${START_ONE}` };
  if (namedFolder) {
    throw new CliError(
      EXIT.noService,
      `Mensura is not running with the data folder ${folder}; run "mensura serve --data-dir ${folder}"`,
    );
  }
  const usual = `http://127.0.0.1:${env['MENSURA_PORT'] || DEFAULT_PORT}`;
  return { url: usual, trusted: false, absent: `Mensura is not running (cannot connect to ${usual}); ${START_ONE}` };
}
