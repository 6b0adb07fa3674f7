/** Devices connected in several ways: by USB and through gateways. */
import { type AppDevice, type ContractFamily, type DeviceKey, deviceKey } from '../../../service/contract/index.ts';
import { formatGatewayRef } from '../gateways/labels.ts';
import type { DeviceRecord } from './device-store.ts';

export interface OtherConnection {
  /** "Also connected through G00034" */
  words: string;
  /** The separate device of that family; null if this device represents that connection too. */
  device: DeviceKey | null;
}

const OTHER_FAMILY: Readonly<Record<ContractFamily, ContractFamily>> = { usb: 'gateway', gateway: 'usb' };

/** Key of the same serial number in the other family; that of a computed channel is its own. */
export function counterpartKey({ family, serial }: DeviceKey): string {
  return deviceKey({ family: family === 'computed' ? family : OTHER_FAMILY[family], serial });
}

/** @param twin the device with that key, connected or not */
export function otherPlaces(device: AppDevice, twin: DeviceRecord | undefined): OtherConnection[] {
  const behind = (serial: string): OtherConnection => ({
    words: `Also connected through ${formatGatewayRef(serial)}`,
    device: null,
  });
  const own = device.also_behind.map(behind);
  if (!twin || twin.gone || twin.device.family === device.family) return own;
  const { family, serial } = twin.device;
  if (family === 'usb') return [{ words: 'Also connected by USB', device: { family, serial } }, ...own];
  const gateway = twin.device.device.connections.gateway?.gateway_serial ?? 'a gateway';
  return [
    { ...behind(gateway), device: { family, serial } },
    // It represents these connections too.
    ...twin.device.also_behind.map((other) => ({ ...behind(other), device: { family, serial } })),
    ...own,
  ];
}

/** Connected devices by gateway; a device behind several gateways is listed for each. */
export function devicesByGateway(records: readonly DeviceRecord[]): Map<string, AppDevice[]> {
  const behind = new Map<string, AppDevice[]>();
  for (const { device } of records) {
    const { gateway } = device.device.connections;
    if (!gateway) continue;
    for (const serial of [gateway.gateway_serial, ...device.also_behind]) {
      const known = behind.get(serial);
      if (known) known.push(device);
      else behind.set(serial, [device]);
    }
  }
  return behind;
}
