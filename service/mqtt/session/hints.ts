/** What is worth knowing of a connection though it works, and of one that does not. */
import { TLSSocket } from 'node:tls';
import { type BrokerCapabilities, MAX_PACKET_BYTES } from './broker-capabilities.ts';
import { type BrokerEndpoint, isLoopback } from './broker-endpoint.ts';
import type { Connection } from './connection.ts';
import type { Failure } from './failure.ts';

/** How long before its end a certificate is worth a word, in milliseconds: 30 days. */
const EXPIRES_SOON_MS = 30 * 86_400_000;

/** @param now milliseconds since 1970 */
export function connectionHints(
  { grant, socket }: Pick<Connection, 'grant' | 'socket'>,
  target: BrokerEndpoint,
  now: number,
): string[] {
  return [
    ...securityNotes(target),
    ...(socket instanceof TLSSocket ? certificateNotes(socket, now) : []),
    ...(grant ? grantNotes(grant, target) : []),
  ];
}

function securityNotes({ config, secrets }: BrokerEndpoint): string[] {
  const { ssl, host } = config.fields;
  const notes: string[] = [];
  if (secrets.password !== '' && !ssl && !isLoopback(host)) {
    notes.push('The password is sent unencrypted and can be read by others on the network. Use TLS to protect it.');
  }
  if (ssl && !config.advanced.check_server_name) {
    notes.push('The broker host name is not verified. Any server with a trusted certificate is accepted.');
  }
  return notes;
}

function certificateNotes(socket: TLSSocket, now: number): string[] {
  const end = Date.parse(socket.getPeerCertificate().valid_to);
  if (Number.isNaN(end) || end - now > EXPIRES_SOON_MS) return [];
  return [`The broker's certificate expires on ${new Date(end).toISOString().slice(0, 10)}.`];
}

function grantNotes(grant: BrokerCapabilities, { config }: BrokerEndpoint): string[] {
  const notes: string[] = [];
  if (grant.receiveMaximum < 65_535) {
    notes.push(`The broker accepts ${grant.receiveMaximum} unacknowledged messages at a time (receive maximum).`);
  }
  if (grant.maximumQos < config.advanced.qos) {
    notes.push(`The broker supports at most QoS ${grant.maximumQos}; messages are sent with QoS ${grant.maximumQos}.`);
  }
  if (!grant.retain)
    notes.push('The broker does not support retained messages. New subscribers do not receive earlier values.');
  if (grant.maximumPacketSize < MAX_PACKET_BYTES)
    notes.push(`The broker accepts messages of up to ${grant.maximumPacketSize} bytes.`);
  if (grant.keepAlive !== undefined) notes.push(`The broker sets the keep-alive to ${grant.keepAlive} s.`);
  return notes;
}

/** Some brokers admit certain client ids alone. */
export function failureHints({ code }: Failure, { clientId }: BrokerEndpoint): string[] {
  const dependsOnId = code === 'client-id-refused' || code === 'not-authorized';
  return dependsOnId ? [`The test used the client ID ${clientId} to avoid disconnecting the running client.`] : [];
}
