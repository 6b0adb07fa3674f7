/** The emulated gateway as a user starts it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { type Heard, hear } from '../../support/hear.ts';
import { until } from '../../support/until.ts';

let running: ChildProcessWithoutNullStreams | null = null;
afterEach(() => {
  running?.kill('SIGKILL');
  running = null;
});

function emulate(...args: string[]): Heard {
  const child = spawn(process.execPath, [join(ROOT, 'tests/emulator/gateway/emulate.ts'), ...args]);
  running = child;
  return hear(child);
}

/** The address of its ready line. */
async function ready(run: Heard): Promise<string> {
  return await until('the ready line', () => /on (http:\S+) with/.exec(run.out())?.[1]);
}

test('one ready line, the products in turn, words that are typed one after the other, quit', async () => {
  const run = emulate('--port', '0', '--serial', 'G00034', '--instruments', '9', '--shape', 'data-lines');
  const address = await ready(run);
  expect(run.out()).toBe(
    `Emulating SensGate G00034 on ${address} with ` +
      'E24638, E24639, E24640, E24641, E24642, E24643, E24644, E24645, E24646\n',
  );
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sensgate\/rvcp\/devices$/);
  const lines = (await (await fetch(address)).text()).split('\r\n');
  expect(lines.map((line) => line.split(',')[1])).toEqual([
    'VCP-PTH450-CAL',
    'VCP-PTH450',
    'VCP-PTH200',
    'VCP-TRH450-CAL',
    'VCP-BAR20-CAL',
    'VCP-RTD300-CAL',
    'VCP-TMC100k',
    'VCP-DXC100',
    'VCP-PTH450-CAL',
    undefined,
  ]);
  // Waves of their own.
  expect(lines[0]?.split(',').slice(4)).not.toEqual(lines[8]?.split(',').slice(4));
  for (let serial = 24_639; serial <= 24_646; serial += 1) run.child.stdin.write(`unplug E${serial}\n`);
  run.child.stdin.write('values E24638 102466,24.87,66.81\noff\non\noff\nlist\n');
  await until('the list', () => run.out().endsWith('\nE24638\n'));
  await expect(fetch(address)).rejects.toThrow();
  run.child.stdin.write('on\nlist\n');
  await until('the list again', () => run.out().endsWith('\nE24638\nE24638\n'));
  expect(await (await fetch(address)).text()).toBe('D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d\r\n');
  run.child.stdin.write('error E24638 1,3\nplug E1 VCP-TMC100k 7\nshape json-ports\nvalues E1 23.5,24\nlist\n');
  await until('the other list', () => run.out().endsWith('\nE24638\nE1\n'));
  const body = (await (await fetch(address)).json()) as Record<string, string>;
  expect(body['1']).toMatch(/^D,VCP-PTH450-CAL,E24638,,ERROR,Pa,24\.87,C,ERROR,%,\*/);
  expect(body['7']).toMatch(/^D,VCP-TMC100k,E1,,23\.5,C,24,C,\*/);
  run.child.stdin.write('fault status-500\nhelp\n');
  await until('the help', () => run.out().includes('\nquit\n'));
  expect((await fetch(address)).status).toBe(500);
  expect(run.err()).toBe('');
  run.child.stdin.write('quit\n');
  expect(await run.exit).toBe(0);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a fault by flag, words that are wrong, a clean end at %s',
  async (signal) => {
    const run = emulate('--port', '0', '--fault', 'fault silent');
    const address = await ready(run);
    const silent = fetch(address).catch((error: unknown) => error);
    run.child.stdin.write('nonsense\nfault sleepy\nunplug\nunplug E1\nplug E24638\nerror E24638\nfault slow x\n');
    await until('the complaints', () => run.err().split('Usage: fault').length === 3);
    expect(run.err()).toContain('Unknown command "nonsense". Commands:');
    expect(run.err()).toContain('Usage: unplug SERIAL');
    expect(run.err()).toContain('E1 is not plugged in.');
    expect(run.err()).toContain('E24638 is already plugged in.');
    expect(run.err()).toContain('Usage: error SERIAL');
    run.child.stdin.end();
    run.child.kill(signal);
    expect(await run.exit).toBe(0);
    expect(await silent).toBeInstanceOf(Error);
  },
);

test.each([
  [['--what'], '--what'],
  [['--port', '65536'], '--port: must be at most 65535'],
  [['--port', 'x'], '--port: must be a whole number'],
  [['--instruments', '1001'], '--instruments: must be at most 1000'],
  [['--shape', 'round'], '--shape: must be one of lines, data-lines'],
  [['--port', '0', '--fault', 'nonsense'], 'Unknown command "nonsense"'],
])('rejects %j', async (args, message) => {
  const run = emulate(...args);
  expect(await run.exit).toBe(2);
  expect(run.err()).toContain(message);
  expect(run.out()).toBe('');
});

test('says what it can', async () => {
  const run = emulate('--help');
  expect(await run.exit).toBe(0);
  expect(run.out()).toContain('fault well|slow [MS]|half');
});
