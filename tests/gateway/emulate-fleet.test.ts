/** Played Mensuras as a user starts them, against a real broker. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { atEnd } from '../support/at-end.ts';
import { type Heard, hear } from '../support/hear.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { subscribe } from '../support/mqtt/subscriber.ts';
import { until } from '../support/until.ts';

function start(...args: string[]): Heard {
  const heard = hear(spawn(process.execPath, [join(ROOT, 'tests/emulator/gateway/emulate-fleet.ts'), ...args]));
  atEnd(() => heard.child.kill('SIGKILL'));
  return heard;
}

test('a fleet publishes, loses one, gets it back, and says goodbye', async () => {
  const broker = await startMosquitto();
  const witness = await subscribe(broker.port);
  const fleet = start('--port', String(broker.port), '--remotes', '2', '--instruments', '1', '--period', '100');
  await until('its word', () =>
    fleet.out().includes('Emulating Mensura installations fleet/r0 to fleet/r1, devices of each: 1'),
  );
  await until('readings', () => witness.on('fleet/r1/E10001/measurement').length > 2);
  const status = (): string | undefined => witness.on('fleet/r1/status').at(-1)?.payload;
  fleet.child.stdin.write('kill 1\n');
  await until('the will', () => status() === 'offline');
  fleet.child.stdin.write('restart 1\ncount\nnonsense\n');
  await until('it to be back', () => status() === 'online');
  await until('the count', () => /\d+ sent, \d+ skipped/.test(fleet.out()));
  await until('a refusal', () => fleet.err().includes('Unknown command "nonsense"'));
  fleet.child.stdin.write('quit\n');
  expect(await fleet.exit).toBe(0);
  await until('the goodbye', () => status() === 'offline');
});

test('a wrong flag is named', async () => {
  const fleet = start('--remotes', '0');
  expect(await fleet.exit).toBe(2);
  expect(fleet.err()).toContain('--remotes: must be 1 to 10000, got 0');
});
