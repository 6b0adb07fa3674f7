/** Emulated installations that write to a database, as a user starts them. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { startAcceptingDatabase } from '../../support/accepting-database.ts';
import { freePort } from '../../support/free-port.ts';
import { type Heard, hear } from '../../support/hear.ts';
import { until } from '../../support/until.ts';
import { readFleetFlags } from './fleet-flags.ts';

let running: ChildProcessWithoutNullStreams | null = null;
afterEach(() => {
  running?.kill('SIGKILL');
  running = null;
});

function emulate(...args: string[]): Heard {
  const child = spawn(process.execPath, [join(ROOT, 'tests/emulator/gateway/emulate-fleet.ts'), ...args]);
  running = child;
  return hear(child);
}

test('writes for a time, and accounts for every line', async () => {
  const server = await startAcceptingDatabase();
  const run = emulate('--kind', 'influxdb1', '--server', server, '--period', '100', '--duration', '1');
  expect(await run.exit).toBe(0);
  expect(run.err()).toBe('');
  const [ready, lines] = run.out().split('\n');
  expect(ready).toBe(
    'Emulating Mensura installations MS0000000000 to MS0000000002, devices of each: 2, ' +
      `writing to ${server}/write?db=fleet&precision=ms`,
  );
  const [, sampled, accepted] = /^Lines: (\d+) sampled, (\d+) accepted, 0 refused, 0 discarded, 0 waiting$/.exec(
    lines ?? '',
  ) as RegExpExecArray;
  expect(Number(sampled)).toBeGreaterThan(3);
  expect(accepted).toBe(sampled);
  expect(run.out()).toMatch(
    /^Late: \d+ ms at most, \d+ sample sets skipped; slowest acceptance \d+ ms after sampling$/m,
  );
});

test('an unreachable database is reported once, and lines that nobody accepted end with 1', async () => {
  const port = await freePort();
  const run = emulate('--kind', 'line-protocol', '--server', `http://127.0.0.1:${port}/x`, '--batch', '10');
  await until('the failure', () => run.err().includes('\n'));
  run.child.stdin.write('nonsense\ncount\n');
  await until('the count', () => run.out().includes('Lines: '));
  expect(run.out()).toMatch(/^Lines: \d+ sampled, 0 accepted, 0 refused, 0 discarded, [1-9]\d* waiting$/m);
  expect(run.err().split('\n')).toEqual([
    'Failed request: ECONNREFUSED',
    'Unknown command "nonsense". Commands: count, quit',
    '',
  ]);
});

test.each([
  [['--kind', 'mysql'], '--kind: must be one of influxdb1, influxdb2, victoriametrics, line-protocol, got "mysql"'],
  [['--kind', 'influxdb1', '--port', '1883'], '--port: not used with --kind influxdb1'],
  [['--kind', 'influxdb1', '--bucket', 'x'], '--bucket: not used with --kind influxdb1'],
  [['--server', 'http://127.0.0.1'], '--server: needs --kind'],
  [
    ['--kind', 'influxdb1', '--server', 'ftp://x'],
    '--server: must be an address such as http://127.0.0.1:8086, got "ftp://x"',
  ],
  [['--kind', 'influxdb1', '--batch', '0'], '--batch: must be 1 to 60000, got 0'],
  [['--remotes', '10001'], '--remotes: must be 1 to 10000, got 10001'],
  [['--duration', '0'], '--duration: must be 1 to 1000000, got 0'],
])('rejects %j', (args, message) => {
  expect(() => readFleetFlags(args, {})).toThrow(new Error(message));
});

test('a wrong flag ends the program with 2', async () => {
  const run = emulate('--kind', 'mysql');
  expect(await run.exit).toBe(2);
  expect(run.err()).toMatch(/^--kind: must be one of .*\n$/);
  expect(run.out()).toBe('');
});

test('secrets come from the environment', () => {
  const target = (kind: string, ...more: string[]) =>
    readFleetFlags(['--kind', kind, ...more], { MENSURA_FLEET_TOKEN: 'tok', MENSURA_FLEET_PASSWORD: 'pw' })?.database
      ?.target.headers;
  expect(target('influxdb2')).toEqual({ Authorization: 'Token tok' });
  expect(target('victoriametrics')).toEqual({ Authorization: 'Bearer tok' });
  // "me:pw"
  expect(target('influxdb1', '--user', 'me')).toEqual({ Authorization: 'Basic bWU6cHc=' });
});
