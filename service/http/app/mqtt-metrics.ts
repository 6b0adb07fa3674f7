/** What Prometheus is told of the MQTT clients. */
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
      help: 'MQTT clients by what they are doing.',
      samples: mqttStateSchema.options.map((state) => [
        { state },
        clients.filter(({ status }) => status.state === state).length,
      ]),
    },
    ofEach('online', 'gauge', 'Whether the client is connected to its broker.', ({ state }) =>
      Number(state === 'online'),
    ),
    ofEach(
      'published_total',
      'counter',
      'Messages the broker confirmed since the start.',
      ({ published }) => published,
    ),
    ofEach('queued', 'gauge', 'Messages with readings that wait for the broker.', ({ queued }) => queued),
    ofEach('queued_bytes', 'gauge', 'Bytes of these messages.', ({ queued_bytes }) => queued_bytes),
    ofEach(
      'dropped_total',
      'counter',
      'Messages with readings that were lost since the client was added.',
      ({ dropped }) => dropped,
    ),
    ofEach(
      'violations_total',
      'counter',
      'Connections ended since the start because the broker violated the rules of MQTT.',
      ({ violations }) => violations,
    ),
  ];
}
