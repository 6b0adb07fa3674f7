/** The flags of `npm run emulate:fleet`. */
import { parseArgs } from 'node:util';
import { wholeNumber } from '../command-line.ts';
import type { DatabaseFleetOptions } from '../database/fleet.ts';
import { createTarget, DATABASE_KINDS, type DatabaseKind } from '../database/target.ts';
import type { RemotesOptions } from './remotes.ts';

const MOST_REMOTES = 10_000;
const MOST_INSTRUMENTS = 1000;
const MOST_SECONDS = 1_000_000;
const MOST_DECIMALS = 10;

export const FLEET_HELP = `Emulates Mensura installations that publish to a broker as PREFIX0, PREFIX1...
With --kind, they write to a database instead.

  --remotes N         number of installations; default 3
  --instruments N     number of devices of each; default 2
  --period MS         sampling period; default 1000
  --duration S        ends after this time; default: never
  --user TEXT         user name, if one is required; the password is read from MENSURA_FLEET_PASSWORD

To a broker:
  --host TEXT         broker; default 127.0.0.1
  --port N            port of the broker; default 1883
  --prefix TEXT       start of each name; default fleet/r

To a database:
  --kind KIND         ${DATABASE_KINDS.join(', ')}
  --server URL        its address; default http://127.0.0.1:8086; of line-protocol, the complete write address
  --database TEXT     of influxdb1; default fleet
  --bucket TEXT       of influxdb2; default fleet
  --organization TEXT of influxdb2
  --path TEXT         of victoriametrics, for a cluster: /insert/0/influx
  --batch MS          how long the first line of a request waits for others; default 1000
  --decimals N        rounds values, with a noise of one in the last decimal; default: all digits of smooth waves
  --no-gzip           do not compress requests
  The token is read from MENSURA_FLEET_TOKEN.

Lines to type while it runs, where N is the number of an installation:
  kill N              breaks its connection; the broker sends its will
  halt N              stops it cleanly
  restart N           starts it again
  count               shows how many readings were sent and skipped; with --kind, what became of the lines
  quit                ends the program
`;

const OPTIONS = {
  remotes: { type: 'string', default: '3' },
  instruments: { type: 'string', default: '2' },
  period: { type: 'string', default: '1000' },
  duration: { type: 'string' },
  user: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  prefix: { type: 'string' },
  kind: { type: 'string' },
  server: { type: 'string' },
  database: { type: 'string' },
  bucket: { type: 'string' },
  organization: { type: 'string' },
  path: { type: 'string' },
  batch: { type: 'string' },
  decimals: { type: 'string' },
  gzip: { type: 'boolean' },
  help: { type: 'boolean', default: false },
} as const;

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS, allowNegative: true }).values;
type Flags = ReturnType<typeof parse>;

const OF_BROKERS = ['host', 'port', 'prefix'] as const;
const OF_KINDS: Readonly<Record<DatabaseKind, readonly (keyof Flags)[]>> = {
  influxdb1: ['database', 'user'],
  influxdb2: ['bucket', 'organization'],
  victoriametrics: ['path', 'user'],
  'line-protocol': ['user'],
};
const OF_DATABASES = ['server', 'database', 'bucket', 'organization', 'path', 'batch', 'decimals', 'gzip'] as const;

/** Either a broker or a database. */
export type FleetFlags = { durationMs: number } & (
  | { remotes: RemotesOptions; database?: undefined }
  | { remotes?: undefined; database: DatabaseFleetOptions }
);

/**
 * @returns null if the help is wanted
 * @throws Error when a flag is wrong, or does not belong to the kind
 */
export function readFleetFlags(args: string[], environment: Readonly<NodeJS.ProcessEnv>): FleetFlags | null {
  const flags = parse(args);
  if (flags.help) return null;
  const durationMs = flags.duration === undefined ? 0 : 1000 * between('--duration', flags.duration, 1, MOST_SECONDS);
  if (flags.kind === undefined) return { durationMs, remotes: brokerOptions(flags, environment) };
  return { durationMs, database: databaseOptions(flags, flags.kind, environment) };
}

function sizes(flags: Flags): { installations: number; devices: number; periodMs: number } {
  return {
    installations: between('--remotes', flags.remotes, 1, MOST_REMOTES),
    devices: between('--instruments', flags.instruments, 1, MOST_INSTRUMENTS),
    periodMs: between('--period', flags.period, 10, 60_000),
  };
}

function brokerOptions(flags: Flags, environment: Readonly<NodeJS.ProcessEnv>): RemotesOptions {
  refuse(flags, OF_DATABASES, 'needs --kind');
  const { installations, devices, periodMs } = sizes(flags);
  const { host = '127.0.0.1', port = '1883', prefix = 'fleet/r', user } = flags;
  return {
    host,
    port: between('--port', port, 1, 65_535),
    remotes: installations,
    instruments: devices,
    periodMs,
    prefix: (remote) => `${prefix}${remote}`,
    ...(user !== undefined && {
      account: { username: user, password: environment['MENSURA_FLEET_PASSWORD'] ?? '' },
    }),
  };
}

function databaseOptions(flags: Flags, name: string, environment: Readonly<NodeJS.ProcessEnv>): DatabaseFleetOptions {
  const kind = DATABASE_KINDS.find((known) => known === name);
  if (!kind) throw new Error(`--kind: must be one of ${DATABASE_KINDS.join(', ')}, got "${name}"`);
  refuse(flags, OF_BROKERS, `not used with --kind ${kind}`);
  const foreign = [...new Set(Object.values(OF_KINDS).flat())].filter((flag) => !OF_KINDS[kind].includes(flag));
  refuse(flags, foreign, `not used with --kind ${kind}`);
  const { server = 'http://127.0.0.1:8086', database = 'fleet', bucket = 'fleet', batch = '1000', user } = flags;
  const { organization, path } = flags;
  const secret = environment[user === undefined ? 'MENSURA_FLEET_TOKEN' : 'MENSURA_FLEET_PASSWORD'];
  return {
    ...sizes(flags),
    target: createTarget({
      kind,
      server,
      database,
      bucket,
      ...(organization !== undefined && { organization }),
      ...(path !== undefined && { path }),
      ...(user !== undefined && { user }),
      ...(secret !== undefined && { secret }),
    }),
    batchMs: between('--batch', batch, 1, 60_000),
    gzip: flags.gzip ?? true,
    ...(flags.decimals !== undefined && { decimals: between('--decimals', flags.decimals, 0, MOST_DECIMALS) }),
  };
}

/** @throws Error when one of these flags is given */
function refuse(flags: Flags, names: readonly (keyof Flags)[], why: string): void {
  const given = names.find((name) => flags[name] !== undefined);
  if (given !== undefined) throw new Error(`--${given}: ${why}`);
}

/** @throws Error when it is no whole number in these bounds */
function between(flag: string, text: string, least: number, most: number): number {
  const value = wholeNumber(flag, text);
  if (value < least || value > most) throw new Error(`${flag}: must be ${least} to ${most}, got ${value}`);
  return value;
}
