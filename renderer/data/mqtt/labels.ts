import { MQTT_VERSIONS, type MqttClientView } from '../../../service/contract/index.ts';
import {
  type ConnectionHealth,
  type HealthSummary,
  healthBadge,
  healthLabel,
  healthSummary,
} from '../config-items/labels.ts';
import type { Badge } from '../devices/labels.ts';

/** `MQTT 5.0 · WebSocket · TLS` */
export function protocolWords({
  protocol_version,
  ssl,
  advanced,
}: Pick<MqttClientView, 'protocol_version' | 'ssl' | 'advanced'>): string {
  const webSocket = advanced.transport === 'websocket' ? ['WebSocket'] : [];
  return [MQTT_VERSIONS[protocol_version], ...webSocket, ...(ssl ? ['TLS'] : [])].join(' · ');
}

type Faring = Pick<MqttClientView, 'advanced' | 'status'>;

export function clientHealth({ advanced, status }: Faring): ConnectionHealth {
  return { enabled: advanced.enabled, state: status.state, next_retry: status.next_retry };
}

/** @param now time of the service, in milliseconds since 1970 */
export function clientBadge(client: Faring, now: number): Badge {
  const { advanced, status } = client;
  if (advanced.enabled && status.error?.code === 'password-needed') return { word: 'Password required', tone: 'bad' };
  return healthBadge(clientHealth(client), now);
}

/** Does not change every second: for screen readers. */
export function stateWord(client: Faring): string {
  const isWaiting = client.advanced.enabled && client.status.state === 'waiting';
  return isWaiting ? healthLabel(clientHealth(client)) : clientBadge(client, 0).word;
}

/** Null without clients. */
export function clientsSummary(clients: readonly MqttClientView[]): HealthSummary | null {
  return healthSummary('MQTT', clients.map(clientHealth));
}
