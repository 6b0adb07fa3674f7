/** A network of the test's own. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export const LOOPBACK = { address: '127.0.0.1', netmask: '255.0.0.0' };

/** A UDP port that nobody has. */
export async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '0.0.0.0');
  await once(socket, 'listening');
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}
