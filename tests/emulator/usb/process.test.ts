/** The process that plays instruments, as far as it goes without a virtual host controller. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ENTRY = fileURLToPath(new URL('./main.ts', import.meta.url));

interface Running {
  child: ChildProcess;
  lines: AsyncIterator<string>;
  folder: string;
  say(command: unknown): void;
  answer(): Promise<unknown>;
  exited: Promise<unknown>;
}

async function start(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'instruments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const reader: Interface = createInterface({ input: child.stdout });
  const lines = reader[Symbol.asyncIterator]();
  const say = (command: unknown): void => void child.stdin.write(`${JSON.stringify(command)}\n`);
  return { child, lines, folder, say, exited, answer: async () => JSON.parse((await lines.next()).value ?? 'null') };
}

test('answers come in the order of the questions, mistakes among them', async () => {
  const { say, answer, exited, folder } = await start();
  for (const id of ['a', 'b']) say({ command: 'unplug', id });
  say({ command: 'dance', id: 'c' });
  say('not a command');
  say({ command: 'misbehave', id: 'd', how: 'stall' });
  say({ command: 'end' });
  expect(await answer()).toEqual({ ok: false, error: 'a is not plugged in.' });
  expect(await answer()).toEqual({ ok: false, error: 'b is not plugged in.' });
  expect(await answer()).toEqual({ ok: false, error: '{"command":"dance","id":"c"} is not a command.' });
  expect(await answer()).toMatchObject({ ok: false });
  expect(await answer()).toEqual({ ok: false, error: 'd is not plugged in.' });
  expect(await answer()).toEqual({ ok: true });
  expect(await exited).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['its standard input closes', (child: ChildProcess) => void child.stdin?.end()],
  ['it gets SIGTERM', (child: ChildProcess) => void child.kill('SIGTERM')],
])('it ends when %s', async (_, act) => {
  const { child, say, answer, exited, folder } = await start();
  say({ command: 'asked', id: 'a' });
  expect(await answer()).toMatchObject({ ok: false });
  act(child);
  expect(await exited).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});
