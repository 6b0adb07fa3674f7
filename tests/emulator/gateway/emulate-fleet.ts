/** The command line of emulated Mensura installations: `npm run emulate:fleet -- --port 1883 --remotes 500 --instruments 10`. */
import { parseArgs } from 'node:util';
import { complain, obeyUntilEnded, wholeNumber } from '../command-line.ts';
import { playRemotes, type Remotes, type RemotesOptions } from './remotes.ts';

const MOST_REMOTES = 10_000;
const MOST_INSTRUMENTS = 1000;

const HELP = `Emulates Mensura installations that publish to a broker as PREFIX0, PREFIX1...

  --host TEXT       broker; default 127.0.0.1
  --port N          port of the broker; default 1883
  --remotes N       number of installations; default 3
  --instruments N   number of devices of each; default 2
  --period MS       sampling period; default 1000
  --prefix TEXT     start of each name; default fleet/r
  --user TEXT       user name, if the broker requires one; the password is read from MENSURA_FLEET_PASSWORD

Lines to type while it runs, where N is the number of an installation:
  kill N            breaks its connection; the broker sends its will
  halt N            stops it cleanly
  restart N         starts it again
  count             shows how many readings were sent and skipped
  quit              ends the program
`;

/** @throws Error when a flag is wrong */
function readFlags(): RemotesOptions | null {
  const { values: flags } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '1883' },
      remotes: { type: 'string', default: '3' },
      instruments: { type: 'string', default: '2' },
      period: { type: 'string', default: '1000' },
      prefix: { type: 'string', default: 'fleet/r' },
      user: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) return null;
  const password = process.env['MENSURA_FLEET_PASSWORD'] ?? '';
  return {
    host: flags.host,
    port: between('--port', flags.port, 1, 65_535),
    remotes: between('--remotes', flags.remotes, 1, MOST_REMOTES),
    instruments: between('--instruments', flags.instruments, 1, MOST_INSTRUMENTS),
    periodMs: between('--period', flags.period, 10, 60_000),
    prefix: (remote) => `${flags.prefix}${remote}`,
    ...(flags.user !== undefined && { account: { username: flags.user, password } }),
  };
}

/** @throws Error when it is no whole number in these bounds */
function between(flag: string, text: string, least: number, most: number): number {
  const value = wholeNumber(flag, text);
  if (value < least || value > most) throw new Error(`${flag}: must be ${least} to ${most}, got ${value}`);
  return value;
}

/** @throws Error for an unknown command */
async function obey(remotes: Remotes, line: string, quit: () => void): Promise<void> {
  const [word = '', rest = ''] = line.trim().split(/\s+/);
  if (word === 'quit') quit();
  else if (word === 'count') console.log(`${remotes.sent} sent, ${remotes.skipped} skipped`);
  else if (word === 'kill') remotes.kill(wholeNumber('kill', rest));
  else if (word === 'halt') await remotes.halt(wholeNumber('halt', rest));
  else if (word === 'restart') await remotes.restart(wholeNumber('restart', rest));
  else throw new Error(`Unknown command "${line}". Commands: kill N, halt N, restart N, count, quit`);
}

async function run(options: RemotesOptions): Promise<void> {
  const remotes = await playRemotes(options);
  const end = obeyUntilEnded({ obey: (line) => obey(remotes, line, () => end()), stop: () => remotes.stop() });
  const first = remotes.nameOf(0);
  const last = remotes.nameOf(options.remotes - 1);
  console.log(`Emulating Mensura installations ${first} to ${last}, devices of each: ${options.instruments}`);
}

try {
  const options = readFlags();
  if (options) await run(options);
  else console.log(HELP);
} catch (error) {
  complain(error);
  process.exit(2);
}
