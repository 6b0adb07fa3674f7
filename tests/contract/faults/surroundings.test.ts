/** What a computer may lack: open files, and packages with native code. */

import { cpSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DIST } from '../../../build/paths.ts';
import type { AppStatus } from '../../../service/contract/index.ts';
import { Pty } from '../../emulator/pty.ts';
import { atEnd } from '../../support/at-end.ts';
import { freshFolder, launch } from '../../support/process.ts';
import { until } from '../../support/until.ts';

/** So few files that what many connections take of them is felt. */
const FILES = 128;

const ARGS = ['--port', '0', '--simulate=1x0', '--simulate-publish', '--simulate-period', '50'];

/** Runs the file that follows in place of the program. */
const OTHER_PROGRAM = ['sh', '-c', 'node=$1; shift 2; exec "$node" "$0" "$@"'];

const statusOf = async (url: string): Promise<AppStatus> =>
  (await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus;

test('no more files can be opened: measuring goes on, and all is as before when there are some again', async () => {
  const run = launch(['--data-dir', freshFolder(), ...ARGS], {}, ['prlimit', `--nofile=${FILES}`]);
  const url = await run.ready();
  const { readings_total: before } = await statusOf(url);
  const sockets: Socket[] = [];
  atEnd(() => sockets.forEach((socket) => socket.destroy()));
  for (let number = 0; number < 3 * FILES; number += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
  }
  const files = (): number => readdirSync(`/proc/${run.child.pid}/fd`).length;
  await until('the limit', () => files() >= FILES - 1);
  expect(run.child.exitCode).toBeNull();
  for (const socket of sockets) socket.destroy();
  await until('an answer', async () => (await statusOf(url)).readings_total > before + 40);
  await until('no problems', async () => (await statusOf(url)).problems.length === 0);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});

test('without the package that opens serial ports: it is a problem, and everything else works', async () => {
  const dist = join(freshFolder(), 'dist');
  for (const part of ['node_modules', 'renderer', 'service', 'udev']) {
    cpSync(join(DIST, part), join(dist, part), { recursive: true, filter: (path) => !path.endsWith('.map') });
  }
  rmSync(join(dist, 'node_modules/@serialport'), { recursive: true });
  const quiet = { opened: () => {}, data: () => {}, ended: () => {} };
  const terminal = await Pty.make(quiet);
  atEnd(() => terminal.end());
  const args = ['--data-dir', freshFolder(), '--serial-port', terminal.device, ...ARGS];
  const run = launch(args, {}, [...OTHER_PROGRAM, join(dist, 'service/main.mjs')]);
  const url = await run.ready();
  const { problems } = await until('the problem', async () => {
    const now = await statusOf(url);
    return now.problems.length > 0 && now.readings_total > 20 && now;
  });
  expect(problems).toMatchObject([{ code: 'port-failed', text: expect.stringContaining('@serialport') as string }]);
  run.child.kill('SIGTERM');
  expect(await run.exit).toBe(0);
});
