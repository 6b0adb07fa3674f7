/** Tests a client's configuration with a separate connection that publishes nothing. */

import { TLSSocket } from 'node:tls';
import { type MqttTestResult, parseProxy } from '../../contract/index.ts';
import { createTlsContext } from '../../secrets/tls-context.ts';
import type { Clock } from '../../support/clock.ts';
import { counted } from '../../support/counted.ts';
import type { Logger } from '../../support/logger.ts';
import { type ClientConfig, MAX_CLIENT_ID, NO_SECRETS } from '../types.ts';
import { type BrokerCapabilities, MAX_PACKET_BYTES } from './broker-capabilities.ts';
import { type BrokerEndpoint, isLoopback, toEndpoint } from './broker-endpoint.ts';
import { Connection } from './connection.ts';
import { DeliveryWindow } from './delivery-window.ts';
import {
  configError,
  type Failure,
  failure,
  formatEndpoint,
  formatProxy,
  protocolName,
  toMqttError,
} from './failure.ts';
import { DEFAULT_SESSION_LIMITS } from './limits.ts';
import { REFUSED_BY_NATS } from './reason-codes.ts';

/** Time before a certificate's expiry from which it is mentioned, in milliseconds: 30 days. */
const EXPIRES_SOON_MS = 30 * 86_400_000;

function securityNotes({ config, secrets }: BrokerEndpoint): string[] {
  const { ssl, host } = config.fields;
  const notes: string[] = [];
  if (secrets.password !== '' && !ssl && !isLoopback(host)) {
    notes.push('The password is sent unencrypted and can be read by others on the network. Use TLS to protect it.');
  }
  const proxy = parseProxy(config.advanced.proxy);
  if (secrets.proxy_password !== '' && proxy && !isLoopback(proxy.host)) {
    notes.push('The proxy password is sent unencrypted to the proxy.');
  }
  if (ssl && !config.advanced.check_server_name) {
    notes.push('The broker host name is not verified. Any server with a trusted certificate is accepted.');
  }
  return notes;
}

/** @param now milliseconds since 1970 */
function certificateNotes(socket: TLSSocket, now: number): string[] {
  const end = Date.parse(socket.getPeerCertificate().valid_to);
  if (Number.isNaN(end) || end - now > EXPIRES_SOON_MS) return [];
  return [`The broker's certificate expires on ${new Date(end).toISOString().slice(0, 10)}.`];
}

function grantNotes(grant: BrokerCapabilities, { config }: BrokerEndpoint): string[] {
  const notes: string[] = [];
  if (grant.receiveMaximum < 65_535) {
    notes.push(
      `The broker accepts ${counted(grant.receiveMaximum, 'unacknowledged message')} at a time (receive maximum).`,
    );
  }
  if (grant.maximumQos < config.advanced.qos) {
    notes.push(`The broker supports at most QoS ${grant.maximumQos}; messages are sent with QoS ${grant.maximumQos}.`);
  }
  if (config.advanced.qos === 2 && config.fields.protocol_version < 5) {
    notes.push('NATS closes the connection on messages with QoS 2. For NATS, select QoS 1.');
  }
  if (!grant.retain)
    notes.push('The broker does not support retained messages. New subscribers do not receive earlier values.');
  if (grant.maximumPacketSize < MAX_PACKET_BYTES)
    notes.push(`The broker accepts messages of up to ${grant.maximumPacketSize} bytes.`);
  if (grant.keepAlive !== undefined) notes.push(`The broker sets the keep-alive to ${grant.keepAlive} s.`);
  return notes;
}

/** Some brokers only accept certain client IDs. */
function failureHints({ code }: Failure, { clientId }: BrokerEndpoint): string[] {
  const dependsOnId = code === 'client-id-refused' || code === 'not-authorized';
  return dependsOnId ? [`The test used the client ID ${clientId} to avoid disconnecting the running client.`] : [];
}

export interface ConnectionTestOptions {
  config: ClientConfig;
  /** The client's own ID. The test uses one derived from it, since the same ID would end the client's connection. */
  clientId: string;
  clock: Clock;
  logger: Logger;
  /** Time limit for the broker's response, in milliseconds; at least 100, default 10,000. */
  deadlineMs?: number;
}

function testClientId(clientId: string): string {
  const suffix = `-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`;
  return clientId.slice(0, MAX_CLIENT_ID - suffix.length) + suffix;
}

type Result = { connection: Connection } | { failure: Failure };

/** Never throws for errors of a broker or network. */
export async function testConnection(options: ConnectionTestOptions): Promise<MqttTestResult> {
  const { config, clientId, clock, logger } = options;
  const problem = configError(config);
  const began = clock.monotonic();
  // So that the broker stores nothing.
  const fields = { ...config.fields, clean_session: true };
  const secrets = config.secrets ?? NO_SECRETS;
  const target: BrokerEndpoint = {
    config: { ...config, fields },
    secrets,
    clientId: testClientId(clientId),
    will: null,
    secureContext: () => createTlsContext(secrets),
  };
  const first: Result = problem ? { failure: problem } : await attempt(target, options);
  const refusal = 'connection' in first ? await nameFailure(target, options) : undefined;
  if (refusal && 'connection' in first) await first.connection.disconnect();
  const result: Result = refusal ? { failure: refusal } : first;
  const duration_ms = Math.round(clock.monotonic() - began);
  if ('failure' in result) {
    const { failure: reason } = result;
    const notes = failureHints(reason, target);
    logger.debug(`test failed: ${reason.text}`);
    return { ok: false, text: reason.text, error: toMqttError(reason, clock.now()), duration_ms, notes };
  }
  const { connection } = result;
  const { grant, socket } = connection;
  const notes = [
    ...securityNotes(target),
    ...(socket instanceof TLSSocket ? certificateNotes(socket, clock.now()) : []),
    ...(grant ? grantNotes(grant, target) : []),
  ];
  await connection.disconnect();
  const place = toEndpoint(target, 'online', 0);
  const text = `The broker on ${formatEndpoint(place)} accepts this client (${protocolName(place)}${formatProxy(place)}).`;
  return { ok: true, text, error: null, duration_ms, notes };
}

/**
 * Whether the broker closes the connection for the client's topics, as for its last will. The will of this connection
 * has a topic of its own and no content, if it is ever sent.
 */
async function nameFailure(target: BrokerEndpoint, options: ConnectionTestOptions): Promise<Failure | undefined> {
  const { fields, advanced } = target.config;
  const isPrefixTested = !REFUSED_BY_NATS.test(fields.name) && advanced.discovery;
  const [what, level] = isPrefixTested ? ['discovery prefix', advanced.discovery_prefix] : ['name', fields.name];
  if (!REFUSED_BY_NATS.test(level)) return undefined;
  const will = { topic: `${level}/test`, payload: '', qos: 0, retain: false } as const;
  const clientId = testClientId(options.clientId);
  const second = await attempt({ ...target, clientId, will }, options);
  if ('connection' in second) {
    await second.connection.disconnect();
    return undefined;
  }
  if (second.failure.code !== 'no-answer') return undefined;
  const text = `The broker on ${formatEndpoint(toEndpoint(target, 'online', 0))} closes the connection because of the ${what} "${level}".`;
  const remedy = `NATS does not support spaces and periods in topics. Use a ${what} without them, such as one with hyphens.`;
  return failure('refused', text, remedy);
}

function attempt(
  target: BrokerEndpoint,
  { logger, deadlineMs = DEFAULT_SESSION_LIMITS.connectTimeoutMs }: ConnectionTestOptions,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const limits = { ...DEFAULT_SESSION_LIMITS, connectTimeoutMs: deadlineMs };
  const connection = new Connection({
    target,
    limits,
    carrier: new DeliveryWindow({ sources: [], window: 1, batch: 1, carry: false, onRefused: () => {}, logger }),
    onConnected: () => resolve({ connection }),
    onEnd: (reason) => resolve({ failure: reason }),
    onDrain: () => {},
  });
  connection.start();
  return promise;
}
