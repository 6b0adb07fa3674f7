/** A pipe to the service with small buffers, like that of a reader on a slow network. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AtEnd } from '../../support/ends.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';

/**
 * The system's buffers of a connection, in bytes, and the largest segment. Those of loopback are megabytes, more than a
 * reader can leave unread before it is disconnected; `socat` can set them, Node cannot.
 */
const ROOM = 16_384;
const SEGMENT = 1400;

export interface NarrowPipe {
  /** Accepts one connection. */
  readonly url: string;
  /** Stops the transfer until `resume`. */
  pause(): void;
  resume(): void;
}

/** Opens the pipe until `atEnd`. @throws Error without socat */
export async function openNarrowPipe(atEnd: AtEnd, url: string): Promise<NarrowPipe> {
  const { hostname, port } = new URL(url);
  const own = await freePort();
  const listen = `TCP-LISTEN:${own},bind=${hostname},reuseaddr,sndbuf=${ROOM},mss=${SEGMENT}`;
  const connect = `TCP:${hostname}:${port},rcvbuf=${ROOM},mss=${SEGMENT}`;
  const child = spawn('socat', ['-d', '-d', listen, connect], { stdio: ['ignore', 'ignore', 'pipe'] });
  endsWithUs(child);
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until('socat to listen', () => said.includes('listening on'));
  return {
    url: `http://${hostname}:${own}`,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
