/** A pipe to the service that takes little: what a reader on a slow line far away has, where the system has no room. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AtEnd } from '../../support/ends.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';

/**
 * What the system keeps for a connection, in bytes, and the largest segment. On the computer itself it would be
 * megabytes, more than a reader can leave unread before it is disconnected; Node cannot set it, `socat` can.
 */
const ROOM = 16_384;
const SEGMENT = 1400;

export interface NarrowPipe {
  /** Takes one connection. */
  readonly url: string;
  /** Nothing passes until `resume`. */
  pause(): void;
  resume(): void;
}

/** Opens it; it ends with everything else. @throws Error when there is no socat */
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
