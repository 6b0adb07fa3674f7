/** The payload of a device's `info` topic. */
import { type ChannelLabels, distinctLabel } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { deviceView } from '../../devices/views.ts';
import { canonicalJson } from '../../support/canonical-json.ts';

/** Device (interface.md#device), product (interface.md#product) and labels, if any. Every value is null: no retained message may have a reading. */
export function infoPayload(device: DeviceState): string {
  const view = deviceView(device);
  const channels = Object.fromEntries(
    Object.entries(view.channels).map(([label, channel]) => [label, { ...channel, value: null }]),
  );
  const labels = publishedLabels(device);
  const isLabelled = Object.keys(labels).length > 0;
  return canonicalJson({
    device: { ...view, channels },
    ...(isLabelled && { labels }),
    product: device.description.product,
  });
}

/** The labels of a device that tell its channels apart: what others need to call them as we do. */
export function publishedLabels({ description: { product, labels = {} } }: DeviceState): ChannelLabels {
  const named = Object.keys(product.channels).map((channel) => [
    channel,
    distinctLabel(product.channels, labels, channel),
  ]);
  return Object.fromEntries(named.filter(([, label]) => label !== '')) as ChannelLabels;
}
