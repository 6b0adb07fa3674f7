import { type MqttClientView, type MqttStatus, mqttStateSchema } from '../../contract/index.ts';
import type { Metric } from './metric.ts';

export function mqttMetrics(clients: readonly MqttClientView[]): Metric[] {
  const ofEach = (name: string, type: Metric['type'], help: string, value: (status: MqttStatus) => number): Metric => ({
    name: `mensura_mqtt_${name}`,
    type,
    help,
    samples: clients.map(({ identifier, status }) => [{ client: identifier }, value(status)]),
  });
  return [
    {
      name: 'mensura_mqtt_clients',
      type: 'gauge',
      help: 'MQTT clients by state.',
      samples: mqttStateSchema.options.map((state) => [
        { state },
        clients.filter(({ status }) => status.state === state).length,
      ]),
    },
    ofEach('online', 'gauge', '1 if the client is connected, otherwise 0.', ({ state }) => Number(state === 'online')),
    ofEach(
      'published_total',
      'counter',
      'Messages acknowledged by the broker since the start.',
      ({ published }) => published,
    ),
    ofEach('queued', 'gauge', 'Messages in the outbox.', ({ queued }) => queued),
    ofEach('queued_bytes', 'gauge', 'Size of the outbox in bytes.', ({ queued_bytes }) => queued_bytes),
    ofEach('dropped_total', 'counter', 'Messages discarded since the client was added.', ({ dropped }) => dropped),
    ofEach(
      'violations_total',
      'counter',
      'Connections closed since the start because the broker violated the MQTT protocol.',
      ({ violations }) => violations,
    ),
  ];
}
