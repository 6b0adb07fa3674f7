/** Ports of the test's own. */
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { atEnd } from './rig.ts';

/** Listens on a port until the end of the test file. */
export async function hold(host = '127.0.0.1'): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  atEnd(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, server };
}

/** Below the ports that systems give to connections and to whoever asks for any: a part for each worker of the tests. */
const RANGE = { from: 20_000, workers: 16, each: 750 } as const;

const PART = RANGE.from + (Number(process.env['VITEST_POOL_ID'] ?? 0) % RANGE.workers) * RANGE.each;

/** No port is given out twice by the same file. */
let next = randomInt(RANGE.each);

/** A port that was free a moment ago, and that nobody gets by chance. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = PART + next;
    next = (next + 1) % RANGE.each;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error('no port is free');
}
