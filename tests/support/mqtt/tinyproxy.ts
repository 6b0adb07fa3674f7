/** A real HTTP proxy on a free port of 127.0.0.1: Debian's tinyproxy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureUnpacked, UNPACKED_PROGRAMS } from '../../../build/unpacked-programs.ts';
import { atEnd } from '../at-end.ts';
import { endsWithUs } from '../ends-with-us.ts';
import { freePort } from '../free-port.ts';
import { freshFolder } from '../process.ts';
import { until } from '../until.ts';

export interface TinyproxyOptions {
  /** The ports to which it connects. */
  ports: readonly number[];
  /** Without both, everyone may use it. */
  user?: string;
  password?: string;
}

export interface Tinyproxy {
  port: number;
  /** Everything that it has logged. */
  log(): string;
}

/** Starts it; it is ended at the end of the test file. */
export async function startTinyproxy({ ports, user, password }: TinyproxyOptions): Promise<Tinyproxy> {
  const folder = freshFolder();
  const port = await freePort();
  const config = join(folder, 'tinyproxy.conf');
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Timeout 600',
    'LogLevel Connect',
    ...ports.map((each) => `ConnectPort ${each}`),
    ...(user === undefined ? [] : [`BasicAuth ${user} ${password}`]),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const program = join(await ensureUnpacked('tinyproxy-bin'), UNPACKED_PROGRAMS['tinyproxy-bin']);
  const child = spawn(program, ['-d', '-c', config], { stdio: ['ignore', 'pipe', 'pipe'] });
  endsWithUs(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (log += bytes.toString()));
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  });
  await until(`tinyproxy to accept: ${log}`, async () => {
    const socket = connect(port, '127.0.0.1');
    return once(socket, 'connect')
      .then(
        () => true,
        () => false,
      )
      .finally(() => socket.destroy());
  });
  return { port, log: () => log };
}
