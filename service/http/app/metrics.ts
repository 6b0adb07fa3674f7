/** `/metrics`: the text format of Prometheus (exposition format 0.0.4). */
import {
  type GatewayStatus,
  type GatewayView,
  gatewayStateSchema,
  type HistoryStorage,
  type MqttClientView,
  type MqttStatus,
  mqttStateSchema,
} from '../../contract/index.ts';
import type { Services } from './route.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type MetricType = 'counter' | 'gauge';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function labelText([name, value]: [string, string]): string {
  return `${name}="${value.replaceAll(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')}"`;
}

/** @param samples by label; a single value has no labels */
function metric(name: string, type: MetricType, help: string, samples: number | readonly Sample[]): string {
  const all: readonly Sample[] = typeof samples === 'number' ? [[{}, samples]] : samples;
  const lines = all.map(([labels, value]) => {
    const texts = Object.entries(labels).map(labelText);
    return `${name}${texts.length > 0 ? `{${texts.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

/** The number of entries in each state. */
function byState(
  name: string,
  help: string,
  states: readonly string[],
  entries: readonly { status: { state: string } }[],
): string {
  const count = (state: string): number => entries.filter(({ status }) => status.state === state).length;
  return metric(
    name,
    'gauge',
    help,
    states.map((state) => [{ state }, count(state)]),
  );
}

export function metricsText({ registry, streams, status, mqtt, gateways, alarms, history }: Services): string {
  const { rss, heapUsed } = process.memoryUsage();
  const active = alarms.list().alarms.filter(({ ended }) => ended === null);
  const metrics = [
    metric(
      'mensura_devices',
      'gauge',
      'Connected devices.',
      (['usb', 'gateway'] as const).map((family) => [{ family }, registry.list(family).length]),
    ),
    metric('mensura_readings_total', 'counter', 'Readings since startup.', registry.readingsTotal),
    metric(
      'mensura_coalesced_total',
      'counter',
      'Readings skipped for slow event stream clients.',
      streams.coalescedTotal,
    ),
    metric('mensura_streams', 'gauge', 'Open event streams.', streams.streams),
    metric('mensura_problems', 'gauge', 'Open problems.', registry.problems().length),
    ...mqttMetrics(mqtt.list().clients),
    ...gatewayMetrics(gateways.list().gateways),
    ...historyMetrics(history.figures()),
    metric('mensura_alarms_active', 'gauge', 'Active alarms.', active.length),
    metric('process_start_time_seconds', 'gauge', 'Start time since 1970 in seconds.', status.started / 1000),
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory in bytes.', rss),
    metric('nodejs_heap_size_used_bytes', 'gauge', 'Used heap in bytes.', heapUsed),
  ];
  return `${metrics.join('\n')}\n`;
}

function historyMetrics(history: HistoryStorage): string[] {
  const figure = (name: string, type: MetricType, help: string, value: number): string =>
    metric(`mensura_history_${name}`, type, help, value);
  const isRecording = Number(history.state === 'recording');
  return [
    figure('recording', 'gauge', '1 if readings are stored; 0 if storing is off or waiting for the disk.', isRecording),
    figure('stored_total', 'counter', 'Readings stored since startup.', history.stored_total),
    figure('dropped_total', 'counter', 'Readings discarded since startup.', history.dropped_total),
    figure('pending', 'gauge', 'Readings waiting to be stored.', history.pending),
    figure('bytes', 'gauge', 'Size of the history on disk in bytes.', history.bytes),
    figure('lag_seconds', 'gauge', 'Delay of the latest commit after its oldest reading.', history.lag_ms / 1000),
  ];
}

function gatewayMetrics(gateways: readonly GatewayView[]): string[] {
  const ofEach = (name: string, type: MetricType, help: string, value: (status: GatewayStatus) => number): string => {
    const samples = gateways.map(({ config, status }): Sample => [{ gateway: config.name }, value(status)]);
    return metric(`mensura_gateway_${name}`, type, help, samples);
  };
  return [
    byState('mensura_gateways', 'Gateways by state.', gatewayStateSchema.options, gateways),
    ofEach('online', 'gauge', '1 if the gateway is connected, otherwise 0.', ({ state }) => Number(state === 'online')),
    ofEach('instruments', 'gauge', 'Connected devices of the gateway.', ({ instruments }) => instruments),
    ofEach('received_total', 'counter', 'Valid responses or messages since startup.', ({ received }) => received),
    ofEach('refused_total', 'counter', 'Invalid responses or messages since startup.', ({ refused }) => refused),
  ];
}

function mqttMetrics(clients: readonly MqttClientView[]): string[] {
  const ofEach = (name: string, type: MetricType, help: string, value: (status: MqttStatus) => number): string => {
    const samples = clients.map(({ identifier, status }): Sample => [{ client: identifier }, value(status)]);
    return metric(`mensura_mqtt_${name}`, type, help, samples);
  };
  return [
    byState('mensura_mqtt_clients', 'MQTT clients by state.', mqttStateSchema.options, clients),
    ofEach('online', 'gauge', '1 if the client is connected, otherwise 0.', ({ state }) => Number(state === 'online')),
    ofEach(
      'published_total',
      'counter',
      'Messages acknowledged by the broker since startup.',
      ({ published }) => published,
    ),
    ofEach('queued', 'gauge', 'Messages in the outbox.', ({ queued }) => queued),
    ofEach('queued_bytes', 'gauge', 'Size of the outbox in bytes.', ({ queued_bytes }) => queued_bytes),
    ofEach('dropped_total', 'counter', 'Messages discarded since the client was added.', ({ dropped }) => dropped),
    ofEach(
      'violations_total',
      'counter',
      'Connections closed since startup because the broker violated the MQTT protocol.',
      ({ violations }) => violations,
    ),
  ];
}
