/** Tries a client's configuration with a connection of its own that publishes nothing. */

import { TLSSocket } from 'node:tls';
import type { MqttTestResult } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { ClientConfig, ClientSecrets } from '../types.ts';
import { type BrokerCapabilities, MAX_PACKET_BYTES } from './broker-capabilities.ts';
import { type BrokerEndpoint, isLoopback, toEndpoint } from './broker-endpoint.ts';
import { configError } from './config-error.ts';
import { Connection } from './connection.ts';
import { DeliveryWindow } from './delivery-window.ts';
import { type Failure, formatEndpoint, protocolName, toMqttError } from './failure.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createTlsContext } from './tls-context.ts';

/** How long before its end a certificate is worth a word, in milliseconds: 30 days. */
const EXPIRES_SOON_MS = 30 * 86_400_000;

/** @param now milliseconds since 1970 */
function connectionHints(
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
function failureHints({ code }: Failure, { clientId }: BrokerEndpoint): string[] {
  const dependsOnId = code === 'client-id-refused' || code === 'not-authorized';
  return dependsOnId ? [`The test used the client ID ${clientId} to avoid disconnecting the running client.`] : [];
}

export interface ConnectionTestOptions {
  config: ClientConfig;
  /** The client's own id. The trial goes by one made of it: the same would end the client's connection. */
  clientId: string;
  clock: Clock;
  logger: Logger;
  /** How long the broker may take to answer, in milliseconds, 100 or more; 10000. */
  deadlineMs?: number;
}

/** The most characters of a client id that every broker takes (MQTT 3.1, 3.1). */
const MAX_CLIENT_ID = 23;

function testClientId(clientId: string): string {
  const suffix = `-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`;
  return clientId.slice(0, MAX_CLIENT_ID - suffix.length) + suffix;
}

/** What came of it: a connection that is open, or why there is none. */
type Result = { connection: Connection } | { failure: Failure };

/** The verdict on a configuration. Never throws for what a broker or a network does. */
export async function testConnection(options: ConnectionTestOptions): Promise<MqttTestResult> {
  const { config, clientId, clock, logger } = options;
  const problem = configError(config);
  const began = clock.monotonic();
  // The broker shall keep nothing of it.
  const fields = { ...config.fields, clean_session: true };
  const secrets: ClientSecrets = config.secrets ?? { password: '', ca: '', certificate: '', key: '' };
  const target: BrokerEndpoint = {
    config: { ...config, fields },
    secrets,
    clientId: testClientId(clientId),
    will: null,
    secureContext: () => createTlsContext(secrets),
  };
  const result: Result = problem ? { failure: problem } : await attempt(target, options);
  const duration_ms = Math.round(clock.monotonic() - began);
  if ('failure' in result) {
    const { failure } = result;
    const notes = failureHints(failure, target);
    logger.debug(`test failed: ${failure.text}`);
    return { ok: false, text: failure.text, error: toMqttError(failure, clock.now()), duration_ms, notes };
  }
  const { connection } = result;
  const notes = connectionHints(connection, target, clock.now());
  await connection.disconnect();
  const place = toEndpoint(target, 'online', 0);
  const text = `The broker on ${formatEndpoint(place)} accepts this client (${protocolName(place)}).`;
  return { ok: true, text, error: null, duration_ms, notes };
}

function attempt(
  target: BrokerEndpoint,
  { logger, deadlineMs = DEFAULT_LIMITS.connectTimeoutMs }: ConnectionTestOptions,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const limits = { ...DEFAULT_LIMITS, connectTimeoutMs: deadlineMs };
  const connection = new Connection({
    target,
    limits,
    carrier: new DeliveryWindow({ sources: [], window: 1, batch: 1, carry: false, onRefused: () => {}, logger }),
    onOnline: () => resolve({ connection }),
    onEnd: (failure) => resolve({ failure }),
    onDrain: () => {},
  });
  connection.start();
  return promise;
}
