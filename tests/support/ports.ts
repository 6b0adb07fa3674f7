/** Ports of the test's own. */
import { createServer, type Server } from 'node:net';
import { atEnd } from './at-end.ts';

/** Listens on a port until the end of the test file. */
export async function hold(host = '127.0.0.1'): Promise<{ port: number; server: Server }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  atEnd(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, server };
}
