/** Multicast on loopback: many containers have none. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { LOOPBACK } from './loopback.ts';

/** The group of mDNS (RFC 6762, 3). */
export const GROUP = '224.0.0.251';

/** A socket that hears what is said at this port. */
export async function listen(port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    socket.bind(port, '0.0.0.0');
    await once(socket, 'listening');
    socket.addMembership(GROUP, LOOPBACK.address);
    socket.setMulticastInterface(LOOPBACK.address);
  } catch (error) {
    socket.close();
    throw error;
  }
  return socket;
}

/** Whether this computer carries it. */
export async function hasMulticast(): Promise<boolean> {
  try {
    const socket = await listen(0);
    try {
      const heard = once(socket, 'message', { signal: AbortSignal.timeout(5000) });
      socket.send('x', socket.address().port, GROUP);
      await heard;
    } finally {
      socket.close();
    }
    return true;
  } catch {
    return false;
  }
}
