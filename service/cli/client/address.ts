/** Where the service is that the command line talks to. */
import { DEFAULT_PORT } from '../../contract/version.ts';
import { locateDataFolder } from '../../settings/data-location.ts';
import { findRunningService } from '../../settings/instance.ts';
import { CliError, EXIT } from '../failure.ts';

/** The flags that say where the service is. */
export interface AddressOptions {
  url?: string;
  dataDir?: string;
}

export interface Address {
  /** The base address, without a slash at its end. */
  url: string;
  /** Whether it proved to be the Mensura of this user, or the user named it. Others are told no password, and name no file. */
  trusted: boolean;
  /** What to say when nobody answers there. */
  absent: string;
}

/** How long a service that is busy may take to prove itself, in milliseconds; where there is none that is seen at once. */
const PATIENCE_MS = 10_000;

const START_ONE = 'start one with "mensura serve", or open the desktop app';

function namedAddress(given: string, source: string): Address {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash || url.username) {
    throw new CliError(EXIT.usage, `${source} takes an address as in http://127.0.0.1:${DEFAULT_PORT}, not "${given}"`);
  }
  const base = url.href.replace(/\/+$/, '');
  return { url: base, trusted: true, absent: `nothing answers at ${base}; is Mensura running there?` };
}

/**
 * The address that was named (a flag goes before a variable), else that of the Mensura that serves from the data folder, else the usual port.
 * @throws CliError where an address is none, or a data folder was named that no Mensura serves from
 */
export async function findAddress({ url, dataDir }: AddressOptions, env: NodeJS.ProcessEnv): Promise<Address> {
  if (url !== undefined) return namedAddress(url, '--url');
  const fromEnvironment = env['MENSURA_URL'];
  if (fromEnvironment && dataDir === undefined) return namedAddress(fromEnvironment, 'MENSURA_URL');
  const namedFolder = dataDir ?? env['MENSURA_DATA_DIR'];
  const folder = locateDataFolder(namedFolder || undefined, env);
  const found = await findRunningService({ dataDir: folder, patienceMs: PATIENCE_MS });
  if (found) return { url: found, trusted: true, absent: `Mensura has just ended; ${START_ONE}` };
  if (namedFolder) {
    throw new CliError(
      EXIT.noService,
      `no Mensura serves from ${folder}; start one with "mensura serve --data-dir ${folder}"`,
    );
  }
  const usual = `http://127.0.0.1:${env['MENSURA_PORT'] || DEFAULT_PORT}`;
  return { url: usual, trusted: false, absent: `no Mensura is running (nothing answers at ${usual}); ${START_ONE}` };
}
