import type { GatewayError, GatewayStatus } from '../../../contract/index.ts';
import type { SubscriptionStatus } from '../../../support/broker-source.ts';
import type { RemoteInstallations } from './remote-installations.ts';

/** Most listed gateways. */
const MAX_LISTED = 100;

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
  { state, since, nextRetry }: SubscriptionStatus,
  error: GatewayError | null,
  fleet: RemoteInstallations,
): GatewayStatus {
  const gateways = fleet.presence.gateways();
  return {
    state,
    since: new Date(since).toISOString(),
    error,
    next_retry: nextRetry === null ? null : new Date(nextRetry).toISOString(),
    latency_ms: fleet.readings.latencyMs,
    received: fleet.counts.received,
    refused: fleet.counts.refused,
    unknown_answer: null,
    instruments: gateways.reduce((sum, { instruments }) => sum + instruments, 0),
    gateways: gateways.slice(0, MAX_LISTED),
    gateway_count: gateways.length,
  };
}
