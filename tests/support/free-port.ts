import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to whoever asks for any: a part for each worker of the tests. */
const RANGE = { from: 20_000, workers: 16, each: 750 } as const;

const PART = RANGE.from + (Number(process.env['VITEST_POOL_ID'] ?? 0) % RANGE.workers) * RANGE.each;

/** No port is given out twice by the same file. */
let next = randomInt(RANGE.each);

/**
 * A TCP port of 127.0.0.1 that was free a moment ago, and that nobody gets by chance: for programs that cannot choose
 * one themselves, and for ports that are closed and opened again.
 */
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
  throw new Error('No port is free.');
}
