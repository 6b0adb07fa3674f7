import type { AppDevice } from '../../../../service/contract/index.ts';

export interface PublishedDevices {
  devices: AppDevice[];
  /** All connected devices are simulated and not published. */
  onlySimulated: boolean;
}

/**
 * A serial number in both families is one device, published by the USB family.
 * @param simulatedPublished null while unknown
 */
export function publishedDevices(attached: readonly AppDevice[], simulatedPublished: boolean | null): PublishedDevices {
  const real = attached.filter(({ simulated }) => simulatedPublished !== false || !simulated);
  const bySerial = new Map<string, AppDevice>();
  for (const device of real) {
    if (device.family === 'usb' || !bySerial.has(device.serial)) bySerial.set(device.serial, device);
  }
  return { devices: [...bySerial.values()], onlySimulated: attached.length > 0 && real.length === 0 };
}
