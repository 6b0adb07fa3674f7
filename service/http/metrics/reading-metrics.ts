/** The current readings as metrics (docs/prometheus.md). */
import { distinctLabel, familySchema } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import type { HttpOptions } from '../options.ts';
import { type Metric, type MetricSample, metric } from './exposition.ts';

export type ReadingMetricsOptions = Pick<
  HttpOptions,
  'registry' | 'devices' | 'installation' | 'isSimulatedIncluded' | 'clock'
>;

/** What a person calls a channel: the user's names, otherwise the device's. */
function nameOf(
  { description: { product, productName, serial, labels = {} } }: DeviceState,
  { alias, channelNames }: ReturnType<HttpOptions['devices']['get']>,
  channel: string,
): string {
  const device = alias || `${productName} ${serial}`;
  const named = Object.hasOwn(channelNames, channel) ? channelNames[channel]?.alias : '';
  const own = distinctLabel(product.channels, labels, channel);
  return `${device} ${named || own || product.channels[channel]?.description || channel}`;
}

/**
 * Two metrics with a sample per channel that has a valid reading, without timestamps: the reading in its API unit, and
 * its age by the service's clock, at least 0 s. A channel without one has no sample.
 */
export function readingMetrics(options: ReadingMetricsOptions): Metric[] {
  const { registry, devices, installation, clock, isSimulatedIncluded } = options;
  const readings: MetricSample[] = [];
  const ages: MetricSample[] = [];
  const now = clock.now();
  for (const device of familySchema.options.flatMap((family) => registry.list(family))) {
    const { family, serial, simulated } = device.description;
    if (simulated && !isSimulatedIncluded) continue;
    const fields = devices.get(device.description);
    for (const [channel, { value }] of device.readings) {
      if (!value) continue;
      const { magnitude, unit, timestamp } = value;
      const labels = { installation, family, serial, channel, unit, name: nameOf(device, fields, channel) };
      readings.push([labels, magnitude]);
      ages.push([labels, Math.max(0, now - Date.parse(timestamp)) / 1000]);
    }
  }
  return [
    metric('mensura_reading', 'gauge', 'The current reading of a channel, in its API unit.', readings),
    metric('mensura_reading_age_seconds', 'gauge', 'Time since the current reading of a channel arrived.', ages),
  ];
}
