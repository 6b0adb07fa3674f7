/** Compares what the service shows with the values worked out by hand. */
import assert from 'node:assert/strict';
import type { VirtualProduct } from '../../emulator/usb/control.ts';
import { GOLDENS } from '../../emulator/usb/models/golden.ts';
import type { AppDeviceForm } from './stage.ts';

/** How much further away a value may be that came as text in a line. */
const LINE_PRECISION = 0.001;

/** Whether a reading of a channel is the golden one; of channels without a golden value nothing is wrong. */
export function isGolden(product: VirtualProduct, channel: string, magnitude: number, more = 0): boolean {
  const golden = GOLDENS[product].channels.find(({ label }) => label === channel);
  if (golden?.magnitude === undefined || golden.magnitude === null) return true;
  return Math.abs(magnitude - golden.magnitude) <= golden.within + more;
}

/** The names of a product's channels; those without a name in the documents are left out. */
export function labelsOf(product: VirtualProduct): string[] {
  return GOLDENS[product].channels.flatMap(({ label }) => label ?? []);
}

/** The instrument is who it is, and has the channels of its product with the golden values. */
export function assertShown({ device, product }: AppDeviceForm, name: VirtualProduct, serial: string): void {
  const golden = GOLDENS[name];
  assert.deepEqual(device.info, {
    firmware_version_major: golden.firmware.major,
    firmware_version_minor: golden.firmware.minor,
    product: golden.product,
    serial,
    vendor: 'Dracal technologies inc.',
  });
  assert.deepEqual(device.config.protocol, { usb: true, vcp: golden.lines !== null });
  const real = Object.entries(product.channels).filter(([, { details }]) => !details.virtual);
  assert.deepEqual(real.map(([label]) => label).toSorted(), labelsOf(name).toSorted());
  const more = name.endsWith('-vcp') ? LINE_PRECISION : 0;
  for (const { label, magnitude, unit } of golden.channels) {
    const value = label === null ? undefined : device.channels[label]?.value;
    assert.ok(value, `${label} has a value`);
    assert.ok(isGolden(name, label ?? '', value.magnitude, more), `${label} is ${value.magnitude}, not ${magnitude}`);
    assert.equal(value.unit, unit, `unit of ${label}`);
  }
}

/** Bus, address and ids are those that the kernel has. */
export function assertConnected(
  { device }: AppDeviceForm,
  name: VirtualProduct,
  kernel: { bus: number; address: number },
): void {
  assert.deepEqual(device.connections['usb'], {
    bus: kernel.bus,
    address: kernel.address,
    vendor_id: '289B',
    product_id: GOLDENS[name].productId.toString(16).toUpperCase().padStart(4, '0'),
  });
}
