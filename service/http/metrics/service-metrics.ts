/** The service's own figures as metrics. */
import {
  type DatabaseStatus,
  type DatabaseView,
  databaseStateSchema,
  FAMILIES,
  type GatewayStatus,
  type GatewayView,
  gatewayStateSchema,
  type HistoryStorage,
  type MqttClientView,
  type MqttStatus,
  mqttStateSchema,
} from '../../contract/index.ts';
import type { Services } from '../app/route.ts';
import { type Metric, type MetricSample, metric } from './exposition.ts';

/** The number of entries in each state. */
function byState(
  name: string,
  help: string,
  states: readonly string[],
  entries: readonly { status: { state: string } }[],
): Metric {
  const count = (state: string): number => entries.filter(({ status }) => status.state === state).length;
  return metric(
    name,
    'gauge',
    help,
    states.map((state) => [{ state }, count(state)]),
  );
}

/** Everything but the readings. */
export function serviceMetrics({
  registry,
  streams,
  status,
  mqtt,
  gateways,
  databases,
  alarms,
  history,
}: Services): Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const active = alarms.list().alarms.filter(({ ended }) => ended === null);
  return [
    metric(
      'mensura_devices',
      'gauge',
      'Connected devices.',
      FAMILIES.map((family) => [{ family }, registry.list(family).length]),
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
    ...databaseMetrics(databases.list().databases),
    ...historyMetrics(history.figures()),
    metric('mensura_alarms_active', 'gauge', 'Active alarms.', active.length),
    metric('process_start_time_seconds', 'gauge', 'Start time since 1970 in seconds.', status.started / 1000),
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory in bytes.', rss),
    metric('nodejs_heap_size_used_bytes', 'gauge', 'Used heap in bytes.', heapUsed),
  ];
}

function historyMetrics(history: HistoryStorage): Metric[] {
  const figure = (name: string, type: Metric['type'], help: string, value: number): Metric =>
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

function gatewayMetrics(gateways: readonly GatewayView[]): Metric[] {
  const ofEach = (
    name: string,
    type: Metric['type'],
    help: string,
    value: (status: GatewayStatus) => number,
  ): Metric => {
    const samples = gateways.map(({ config, status }): MetricSample => [{ gateway: config.name }, value(status)]);
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

function databaseMetrics(databases: readonly DatabaseView[]): Metric[] {
  const ofEach = (
    name: string,
    type: Metric['type'],
    help: string,
    value: (status: DatabaseStatus) => number,
  ): Metric => {
    const samples = databases.map(({ config, status }): MetricSample => [{ database: config.name }, value(status)]);
    return metric(`mensura_database_${name}`, type, help, samples);
  };
  return [
    byState('mensura_databases', 'Databases by state.', databaseStateSchema.options, databases),
    ofEach('online', 'gauge', '1 if the last write succeeded, otherwise 0.', ({ state }) => Number(state === 'online')),
    ofEach('written_total', 'counter', 'Lines accepted by the database since startup.', ({ written }) => written),
    ofEach('waiting', 'gauge', 'Lines in the outbox.', ({ waiting }) => waiting),
    ofEach('waiting_bytes', 'gauge', 'Size of the outbox in bytes.', ({ waiting_bytes }) => waiting_bytes),
    ofEach('discarded_total', 'counter', 'Lines discarded since the database was added.', ({ discarded }) => discarded),
  ];
}

function mqttMetrics(clients: readonly MqttClientView[]): Metric[] {
  const ofEach = (name: string, type: Metric['type'], help: string, value: (status: MqttStatus) => number): Metric => {
    const samples = clients.map(({ identifier, status }): MetricSample => [{ client: identifier }, value(status)]);
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
