/** `/metrics`: the text format of Prometheus (exposition format 0.0.4). */
import type { Registry } from '../../devices/registry.ts';
import type { StreamCounts } from './service-status.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface Metric {
  name: string;
  type: 'counter' | 'gauge';
  help: string;
  /** Samples by their labels, as they stand between the braces. */
  samples: [labels: string, value: number][];
}

function format({ name, type, help, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

/** @param startedMs when the service started, in milliseconds since 1970 */
export function metricsText(registry: Registry, streams: StreamCounts, startedMs: number): string {
  const { rss, heapUsed } = process.memoryUsage();
  const single = (name: string, type: Metric['type'], help: string, value: number): Metric => ({
    name,
    type,
    help,
    samples: [['', value]],
  });
  const metrics: Metric[] = [
    {
      name: 'mensura_devices',
      type: 'gauge',
      help: 'Attached devices.',
      samples: (['usb', 'gateway'] as const).map((family) => [`family="${family}"`, registry.list(family).length]),
    },
    single('mensura_readings_total', 'counter', 'Channel readings since the start.', registry.readingsTotal),
    single(
      'mensura_coalesced_total',
      'counter',
      'Readings left out for slow readers of event streams.',
      streams.coalescedTotal,
    ),
    single('mensura_streams', 'gauge', 'Open event streams.', streams.streams),
    single('mensura_troubles', 'gauge', 'Open troubles.', registry.troubles().length),
    single('process_start_time_seconds', 'gauge', 'Start time since 1970 in seconds.', startedMs / 1000),
    single('process_resident_memory_bytes', 'gauge', 'Resident memory in bytes.', rss),
    single('nodejs_heap_size_used_bytes', 'gauge', 'Used heap in bytes.', heapUsed),
  ];
  return `${metrics.map(format).join('\n')}\n`;
}
