/** A socket for mDNS (RFC 6762) on one interface. Packets come from the local network and must do no harm. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { BlockList, isIPv4 } from 'node:net';
import { errorText } from '../../support/errors.ts';
import type { LocalInterface } from './interfaces.ts';

/** RFC 6762, 3. */
const GROUP = '224.0.0.251';

/** RFC 6762, 11: distinguishes packets that no router has forwarded. */
const TIME_TO_LIVE = 255;

/** Most packets read per second; a large network at its busiest sends far fewer. */
const MAX_PACKETS_PER_SECOND = 200;

function maskBits(netmask: string): number {
  return netmask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0);
}

/** Accepts packets from the interface's network, up to the limit per second. */
function createFilter({ address, netmask }: LocalInterface): (from: RemoteInfo) => boolean {
  const neighbors = new BlockList();
  neighbors.addSubnet(address, maskBits(netmask));
  let second = 0;
  let packets = 0;
  return ({ address: from }) => {
    // A socket also receives packets of other interfaces, which have their own sockets (RFC 6762, 11).
    if (!isIPv4(from) || !neighbors.check(from)) return false;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) packets = 0;
    second = now;
    packets += 1;
    return packets <= MAX_PACKETS_PER_SECOND;
  };
}

/**
 * Wraps every listener of the socket: a packet that makes it throw is discarded, and the error is reported. So is a
 * packet that cannot be sent, because the package ignores the result of most.
 */
function guard(socket: Socket, way: LocalInterface, failed: (error: unknown) => void): void {
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  const isHeard = createFilter(way);
  socket.emit = (event: string, ...values: unknown[]): boolean => {
    if (event === 'message' && !isHeard(values[1] as RemoteInfo)) return false;
    try {
      return emit(event, ...values);
    } catch (error) {
      failed(error);
      return true;
    }
  };
  const send = socket.send.bind(socket) as (...values: unknown[]) => void;
  socket.send = (...values: unknown[]): void => {
    const done = values.pop() as (error: Error | null, bytes: number) => void;
    send(...values, (error: Error | null, bytes: number) => {
      if (error) failed(error);
      done(error, bytes);
    });
  };
}

/** The known meanings of system error codes. */
function reason(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `UDP port ${port} is in exclusive use by another program`;
  if (code === 'EACCES' || code === 'EPERM') return `UDP port ${port} or multicast is not permitted`;
  return errorText(error);
}

function failure(way: LocalInterface, port: number, error: unknown): Error {
  return new Error(`cannot use the network at ${way.address}: ${reason(error, port)}`, { cause: error });
}

/**
 * Opens a socket that is ready to send and receive. Its `send` always passes a callback.
 * @param port 5353 except in tests
 * @param failed receives what a listener threw over a packet, and why a packet could not be sent; errors of the socket
 * itself remain events
 * @throws Error with a clause as its message when the system refuses; nothing is left open
 */
export async function openSocket(way: LocalInterface, port: number, failed: (error: unknown) => void): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  try {
    const listening = once(socket, 'listening');
    socket.bind({ port, address: '0.0.0.0', exclusive: true });
    await listening;
    socket.addMembership(GROUP, way.address);
    socket.setMulticastInterface(way.address);
    socket.setMulticastTTL(TIME_TO_LIVE);
    // Other programs on this computer must receive it too.
    socket.setMulticastLoopback(true);
  } catch (error) {
    socket.close();
    throw failure(way, port, error);
  }
  guard(socket, way, (error) => failed(failure(way, port, error)));
  return socket;
}
