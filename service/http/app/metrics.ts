/** `/metrics`: the text format of Prometheus (exposition format 0.0.4). */
import {
  type Alarm,
  type GatewayStatus,
  type GatewayView,
  gatewayStateSchema,
  type HistoryStorage,
  type MqttClientView,
  type MqttStatus,
  mqttStateSchema,
} from '../../contract/index.ts';
import type { Registry } from '../../devices/registry.ts';
import type { StreamCounts } from './service-status.ts';

/** One metric in the text format of Prometheus (exposition format 0.0.4). */
interface Metric {
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  /** Samples by label; a single sample has no labels. */
  samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function labelText([name, value]: [string, string]): string {
  return `${name}="${value.replaceAll(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')}"`;
}

function metricText({ name, type, help, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const texts = Object.entries(labels).map(labelText);
    return `${name}${texts.length > 0 ? `{${texts.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricsOptions {
  registry: Registry;
  streams: StreamCounts;
  /** When the service started: milliseconds since 1970. */
  startedMs: number;
  clients: readonly MqttClientView[];
  gateways: readonly GatewayView[];
  alarms: readonly Alarm[];
  history: HistoryStorage;
}

function single(name: string, type: Metric['type'], help: string, value: number): Metric {
  return { name, type, help, samples: [[{}, value]] };
}

export function metricsText({
  registry,
  streams,
  startedMs,
  clients,
  gateways,
  alarms,
  history,
}: MetricsOptions): string {
  const { rss, heapUsed } = process.memoryUsage();
  const metrics: Metric[] = [
    {
      name: 'mensura_devices',
      type: 'gauge',
      help: 'Connected devices.',
      samples: (['usb', 'gateway'] as const).map((family) => [{ family }, registry.list(family).length]),
    },
    single('mensura_readings_total', 'counter', 'Readings since startup.', registry.readingsTotal),
    single(
      'mensura_coalesced_total',
      'counter',
      'Readings skipped for slow event stream clients.',
      streams.coalescedTotal,
    ),
    single('mensura_streams', 'gauge', 'Open event streams.', streams.streams),
    single('mensura_problems', 'gauge', 'Open problems.', registry.problems().length),
    ...mqttMetrics(clients),
    ...gatewayMetrics(gateways),
    ...historyMetrics(history),
    single('mensura_alarms_active', 'gauge', 'Active alarms.', alarms.filter(({ ended }) => ended === null).length),
    single('process_start_time_seconds', 'gauge', 'Start time since 1970 in seconds.', startedMs / 1000),
    single('process_resident_memory_bytes', 'gauge', 'Resident memory in bytes.', rss),
    single('nodejs_heap_size_used_bytes', 'gauge', 'Used heap in bytes.', heapUsed),
  ];
  return `${metrics.map(metricText).join('\n')}\n`;
}

function historyMetrics(history: HistoryStorage): Metric[] {
  const figure = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
    name: `mensura_history_${name}`,
    type,
    help,
    samples: [[{}, value]],
  });
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

function gatewayMetrics(gateways: readonly GatewayView[]): Metric[] {
  const ofEach = (
    name: string,
    type: Metric['type'],
    help: string,
    value: (status: GatewayStatus) => number,
  ): Metric => ({
    name: `mensura_gateway_${name}`,
    type,
    help,
    samples: gateways.map(({ config, status }) => [{ gateway: config.name }, value(status)]),
  });
  return [
    {
      name: 'mensura_gateways',
      type: 'gauge',
      help: 'Gateways by state.',
      samples: gatewayStateSchema.options.map((state) => [
        { state },
        gateways.filter(({ status }) => status.state === state).length,
      ]),
    },
    ofEach('online', 'gauge', '1 if the gateway is connected, otherwise 0.', ({ state }) => Number(state === 'online')),
    ofEach('instruments', 'gauge', 'Connected devices of the gateway.', ({ instruments }) => instruments),
    ofEach('received_total', 'counter', 'Valid responses or messages since startup.', ({ received }) => received),
    ofEach('refused_total', 'counter', 'Invalid responses or messages since startup.', ({ refused }) => refused),
  ];
}

function mqttMetrics(clients: readonly MqttClientView[]): Metric[] {
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
