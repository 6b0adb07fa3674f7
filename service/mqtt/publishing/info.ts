/** The payload of a device's `info` topic. */
import type { DeviceState } from '../../devices/device-state.ts';
import { deviceView } from '../../devices/views.ts';
import { canonicalJson } from '../../support/canonical-json.ts';

/** Device and product (interface.md 2.2 and 2.6), with every value null: it is retained, and no reading may be. */
export function infoPayload(device: DeviceState): string {
  const view = deviceView(device);
  const channels = Object.fromEntries(
    Object.entries(view.channels).map(([label, channel]) => [label, { ...channel, value: null }]),
  );
  return canonicalJson({ device: { ...view, channels }, product: device.description.product });
}
