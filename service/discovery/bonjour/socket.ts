/** A socket for mDNS (RFC 6762) on one way, guarded: what comes is from the neighbourhood, and harms nobody. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { BlockList, isIPv4 } from 'node:net';
import { errorText } from '../../support/errors.ts';
import type { LocalInterface } from './interfaces.ts';

/** RFC 6762, 3. */
const GROUP = '224.0.0.251';

/** RFC 6762, 11: routers pass nothing on, and old ones are told apart. */
const TIME_TO_LIVE = 255;

/** The most packets that are read in a second; a large network at its busiest has far fewer. */
const MAX_PACKETS_PER_SECOND = 200;

function maskBits(netmask: string): number {
  return netmask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0);
}

/** Judges packets: from the neighbourhood of a way, and no more of them than can be read. */
function createJudge({ address, netmask }: LocalInterface): (from: RemoteInfo) => boolean {
  const neighbours = new BlockList();
  neighbours.addSubnet(address, maskBits(netmask));
  let second = 0;
  let packets = 0;
  return ({ address: from }) => {
    // A socket hears what comes in by other ways too; each way has a socket of its own (RFC 6762, 11).
    if (!isIPv4(from) || !neighbours.check(from)) return false;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) packets = 0;
    second = now;
    packets += 1;
    return packets <= MAX_PACKETS_PER_SECOND;
  };
}

/**
 * Stands before every listener of the socket: a packet that they stumble over is lost, and what they throw is told. So
 * is a packet that cannot be sent: the package asks for no answer of most.
 */
function guard(socket: Socket, way: LocalInterface, failed: (error: unknown) => void): void {
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  const isHeard = createJudge(way);
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

/** What the system's word means where it is known. */
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
 * Opens the socket; it can send and receive.
 * @param port 5353 unless in tests
 * Its `send` takes a callback always.
 * @param failed is told what was thrown over a packet that came, and why one could not be sent; errors of the socket
 * itself are events, as ever
 * @throws Error with a part of a sentence when the system does not give one; nothing is left open
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
    // Others on this computer are to hear it.
    socket.setMulticastLoopback(true);
  } catch (error) {
    socket.close();
    throw failure(way, port, error);
  }
  guard(socket, way, (error) => failed(failure(way, port, error)));
  return socket;
}
