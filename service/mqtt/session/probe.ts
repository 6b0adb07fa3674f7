/** Probes a port that ended a connection without a reason: does it expect TLS, or not support it? */
import net from 'node:net';
import tls from 'node:tls';
import { type BrokerEndpoint, brokerAddress } from './broker-endpoint.ts';
import type { Cause } from './failures.ts';

/** An MQTT 3.1.1 CONNECT without client ID, user, will or session: nothing of the configuration is sent. */
const NAMELESS_CONNECT = Buffer.from([0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]);

const CONNACK = 0x20;

/**
 * @param ms time limit
 * @returns the cause; undefined if the other protocol fails too
 */
export async function probe(target: BrokerEndpoint, ms: number, signal: AbortSignal): Promise<Cause | undefined> {
  const { ssl } = target.config.fields;
  // A direct connection would not be what the configuration says.
  if (target.config.advanced.proxy !== '') return undefined;
  const to = brokerAddress(target);
  const speaks = ssl ? await speaksPlainly(to, ms, signal) : await speaksTls(to, ms, signal);
  return speaks ? { kind: ssl ? 'tls-not-offered' : 'tls-expected' } : undefined;
}

interface Address {
  host: string;
  port: number;
}

function speaksPlainly(to: Address, ms: number, signal: AbortSignal): Promise<boolean> {
  const socket = net.connect(to, () => socket.write(NAMELESS_CONNECT));
  return outcome(socket, ms, signal, (yes, no) => {
    socket.once('data', (bytes) => (bytes[0] === CONNACK ? yes() : no()));
  });
}

function speaksTls(to: Address, ms: number, signal: AbortSignal): Promise<boolean> {
  // Sends no data and trusts nothing: only whether there is a handshake matters.
  const socket = tls.connect({ ...to, rejectUnauthorized: false });
  return outcome(socket, ms, signal, (yes) => {
    socket.once('secureConnect', yes);
    // A TLS alert that refuses the handshake also proves TLS.
    socket.on('error', (error) => {
      if (error.message.includes('SSL alert number')) yes();
    });
  });
}

/** Closes the socket when the result is known. */
function outcome(
  socket: net.Socket,
  ms: number,
  signal: AbortSignal,
  test: (yes: () => void, no: () => void) => void,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const no = (): void => resolve(false);
  const timer = setTimeout(no, ms);
  test(() => resolve(true), no);
  // Any error means that the port does not use this protocol.
  socket.on('error', no);
  socket.once('close', no);
  signal.addEventListener('abort', no);
  if (signal.aborted) no();
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', no);
    socket.destroy();
  });
}
