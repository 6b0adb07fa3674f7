/** Tries a client's configuration with a connection of its own that publishes nothing. */
import type { MqttTestResult } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { ClientConfig, ClientSecrets } from '../types.ts';
import { type BrokerEndpoint, toEndpoint } from './broker-endpoint.ts';
import { configError } from './config-error.ts';
import { Connection } from './connection.ts';
import { DeliveryWindow } from './delivery-window.ts';
import { type Failure, formatEndpoint, protocolName, toMqttError } from './failure.ts';
import { connectionHints, failureHints } from './hints.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createTlsContext } from './tls-context.ts';

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
