/** The opening handshake of a WebSocket (RFC 6455, 4.1) with MQTT's subprotocol (MQTT 5.0, 6). */
import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';

/** Part of every accepted key (RFC 6455, 1.3). */
const ACCEPT_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export interface UpgradeRequest {
  /** With its port, as in a URL. */
  host: string;
  path: string;
  protocol: 'mqtt' | 'mqttv3.1';
}

/** Why the server did not upgrade. */
export type UpgradeRefusal =
  /** Another HTTP status than 101. */
  | { kind: 'status'; status: number }
  /** The response is not HTTP; its first bytes. */
  | { kind: 'not-http'; bytes: Uint8Array }
  /** The response does not accept the protocol: `no-protocol`, or is invalid. */
  | { kind: 'no-protocol' }
  | { kind: 'invalid' };

export class UpgradeError extends Error {
  readonly refusal: UpgradeRefusal;

  constructor(refusal: UpgradeRefusal) {
    super('The server did not upgrade the connection to a WebSocket.');
    this.refusal = refusal;
  }
}

/** The key that a server must answer with. */
export function acceptedKey(key: string): string {
  return createHash('sha1')
    .update(key + ACCEPT_GUID)
    .digest('base64');
}

/**
 * Sends the handshake on a connection, which may still be connecting. Calls one of the two, unless the socket ends:
 * errors of the socket are left to its owner.
 * @param onOpen with the bytes that followed the response
 */
export function upgrade(
  socket: Socket,
  { host, path, protocol }: UpgradeRequest,
  onOpen: (head: Buffer) => void,
  onRefused: (refusal: UpgradeRefusal) => void,
): void {
  const key = randomBytes(16).toString('base64');
  const handshake = request({
    createConnection: () => socket,
    setHost: false,
    path,
    headers: {
      Host: host,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': key,
      'Sec-WebSocket-Protocol': protocol,
    },
  });
  handshake.once('upgrade', (response, _, head) => {
    const refusal = refusalOf(response, acceptedKey(key), protocol);
    if (refusal) onRefused(refusal);
    else onOpen(head);
  });
  handshake.once('response', ({ statusCode = 0 }) => onRefused({ kind: 'status', status: statusCode }));
  handshake.on('error', (error) => {
    const bytes = unparsedBytes(error);
    if (bytes) onRefused({ kind: 'not-http', bytes });
  });
  handshake.end();
}

function refusalOf(response: IncomingMessage, accept: string, protocol: string): UpgradeRefusal | undefined {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 101) return { kind: 'status', status: statusCode };
  const isUpgraded = headers.upgrade?.toLowerCase() === 'websocket' && headers['sec-websocket-accept'] === accept;
  if (!isUpgraded || headers['sec-websocket-extensions'] !== undefined) return { kind: 'invalid' };
  return headers['sec-websocket-protocol'] === protocol ? undefined : { kind: 'no-protocol' };
}

/** The bytes that Node.js could not parse as HTTP; undefined for other errors. */
export function unparsedBytes(error: Error): Uint8Array | undefined {
  const { code, rawPacket } = error as { code?: unknown; rawPacket?: unknown };
  if (typeof code !== 'string' || !code.startsWith('HPE_')) return undefined;
  return rawPacket instanceof Uint8Array ? rawPacket : new Uint8Array();
}
