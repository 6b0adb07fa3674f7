/** Which of the attached devices are published. */
import type { AppDevice } from '../../../../service/contract/index.ts';

export interface PublishedDevices {
  devices: AppDevice[];
  /** Devices are attached, but all of them are simulated, and those are not published. */
  onlySimulated: boolean;
}

/**
 * One serial in both families is one instrument, for which the USB family speaks.
 * @param simulatedPublished whether simulated instruments are published; null while that is not known
 */
export function publishedDevices(attached: readonly AppDevice[], simulatedPublished: boolean | null): PublishedDevices {
  const real = attached.filter(({ simulated }) => simulatedPublished !== false || !simulated);
  const bySerial = new Map<string, AppDevice>();
  for (const device of real) {
    if (device.family === 'usb' || !bySerial.has(device.serial)) bySerial.set(device.serial, device);
  }
  return { devices: [...bySerial.values()], onlySimulated: attached.length > 0 && real.length === 0 };
}
