/** The command line of emulated Mensura installations: `npm run emulate:fleet -- --port 1883 --remotes 500 --instruments 10`. */
import { setTimeout as delay } from 'node:timers/promises';
import { complain, obeyUntilEnded, wholeNumber } from '../command-line.ts';
import { DatabaseFleet, type DatabaseFleetOptions, installationName } from '../database/fleet.ts';
import { reportOf } from '../database/report.ts';
import { FLEET_HELP, readFleetFlags } from './fleet-flags.ts';
import { playRemotes, type Remotes, type RemotesOptions } from './remotes.ts';

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

/** Calls `end` after a time, unless the process ends before. */
function endAfter(durationMs: number, end: () => void): void {
  if (durationMs > 0) void delay(durationMs, undefined, { ref: false }).then(end);
}

async function publish(options: RemotesOptions, durationMs: number): Promise<void> {
  const remotes = await playRemotes(options);
  const end = obeyUntilEnded({ obey: (line) => obey(remotes, line, () => end()), stop: () => remotes.stop() });
  const first = remotes.nameOf(0);
  const last = remotes.nameOf(options.remotes - 1);
  console.log(`Emulating Mensura installations ${first} to ${last}, devices of each: ${options.instruments}`);
  endAfter(durationMs, end);
}

function write(options: DatabaseFleetOptions, durationMs: number): void {
  const fleet = new DatabaseFleet({ ...options, onFailure: (reason) => console.error(`Failed request: ${reason}`) });
  const begin = performance.now();
  const report = (): void => console.log(reportOf(fleet, performance.now() - begin));
  const end = obeyUntilEnded({
    obey: async (line) => {
      if (line.trim() === 'quit') end();
      else if (line.trim() === 'count') report();
      else throw new Error(`Unknown command "${line}". Commands: count, quit`);
    },
    stop: async () => {
      await fleet.stop();
      report();
      if (fleet.account.accepted < fleet.account.sampled) process.exitCode = 1;
    },
  });
  const { installations, devices, target } = options;
  const names = `${installationName(0)} to ${installationName(installations - 1)}`;
  console.log(`Emulating Mensura installations ${names}, devices of each: ${devices}, writing to ${target.url.href}`);
  fleet.start();
  endAfter(durationMs, end);
}

try {
  const flags = readFleetFlags(process.argv.slice(2), process.env);
  if (!flags) console.log(FLEET_HELP);
  else if (flags.remotes) await publish(flags.remotes, flags.durationMs);
  else write(flags.database, flags.durationMs);
} catch (error) {
  complain(error);
  process.exit(2);
}
