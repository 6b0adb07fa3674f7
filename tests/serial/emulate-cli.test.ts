/** The emulated instrument as a user starts it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { type Heard, hear } from '../support/hear.ts';
import { freshPortPath } from '../support/serial/folder.ts';
import { openHost } from '../support/serial/host.ts';
import { until } from '../support/until.ts';

let running: ChildProcessWithoutNullStreams | null = null;
afterEach(() => {
  running?.kill('SIGKILL');
  running = null;
});

function emulate(args: string[], env: NodeJS.ProcessEnv = process.env): Heard {
  const child = spawn(process.execPath, [join(ROOT, 'tests/emulator/emulate.ts'), ...args], { env });
  running = child;
  return hear(child);
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'one ready line, faults by flag and by typing, a clean end at %s',
  async (signal) => {
    const path = freshPortPath();
    const run = emulate(['--pty', path, '--values', '102466,24.87,66.81', '--fault', 'upper on']);
    await until('the ready line', () => run.out().endsWith('\n'));
    expect(run.out()).toBe(`Emulating VCP-PTH450-CAL E24638 on ${path}\n`);
    const host = await openHost(path);
    await host.sees(/\*D16D\r\n/);
    run.child.stdin.write('nonsense\nupper off\n');
    await host.sees(/\*d16d\r\n/);
    expect(run.err()).toContain('Unknown command "nonsense"');
    run.child.kill(signal);
    expect(await run.exit).toBe(0);
    expect(existsSync(path)).toBe(false);
    await until('the hang-up', host.lost);
    await host.close();
    expect(run.out().split('\n')).toHaveLength(2);
  },
);

test('says what to install where there is no socat', async () => {
  const run = emulate(['--pty', freshPortPath()], { ...process.env, PATH: '/nowhere' });
  expect(await run.exit).toBe(2);
  expect(run.err()).toContain('sudo apt-get install socat');
});

test.each([
  [[], '--pty: required'],
  [['--pty', 'x', '--what'], '--what'],
  [['--pty', 'x', '--seed', 'one'], '--seed: must be a whole number'],
  [['--pty', 'x', '--product', 'VCP-NEW900'], '--columns'],
  [['--pty', 'x', '--columns', 'Only a title'], 'is not a column'],
])('refuses %j', async (args, message) => {
  const run = emulate(args);
  expect(await run.exit).toBe(2);
  expect(run.err()).toContain(message);
  expect(run.out()).toBe('');
});
