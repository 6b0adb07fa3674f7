/** `/metrics`: the text format of Prometheus (exposition format 0.0.4). */
import type { Alarm, GatewayView, HistoryStorage, MqttClientView } from '../../contract/index.ts';
import type { Registry } from '../../devices/registry.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { historyMetrics } from './history-metrics.ts';
import { type Metric, metricText } from './metric.ts';
import { mqttMetrics } from './mqtt-metrics.ts';
import type { StreamCounts } from './service-status.ts';

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
    single('mensura_readings_total', 'counter', 'Readings since the start.', registry.readingsTotal),
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
