import type { GatewayError, GatewayStatus } from '../../../contract/index.ts';
import type { SubscriptionStatus } from '../types.ts';
import type { RemoteInstallations } from './remote-installations.ts';

/** Most listed gateways. */
const MAX_LISTED = 100;

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** The error of the connection itself; null if there is none. */
export function brokerError({ error, since }: SubscriptionStatus): GatewayError | null {
  return error && { code: 'broker', ...error, timestamp: new Date(since).toISOString() };
}

/** The MQTT client of the entry does not exist. */
export function clientMissing(client: string, at: number): GatewayError {
  return {
    code: 'client-missing',
    text: `MQTT client "${client}" does not exist.`,
    remedy: 'Select another MQTT client for this gateway, or add the client again.',
    timestamp: new Date(at).toISOString(),
  };
}

/** @param error the current error, if any */
export function statusOf(
  connection: SubscriptionStatus,
  error: GatewayError | null,
  fleet: RemoteInstallations,
): GatewayStatus {
  const gateways = fleet.gateways();
  return {
    state: connection.state,
    since: new Date(connection.since).toISOString(),
    error,
    next_retry: isoOrNull(connection.nextRetry),
    latency_ms: fleet.latencyMs,
    received: fleet.counts.received,
    refused: fleet.counts.refused,
    unknown_answer: null,
    instruments: gateways.reduce((sum, { instruments }) => sum + instruments, 0),
    gateways: gateways.slice(0, MAX_LISTED),
    gateway_count: gateways.length,
  };
}
