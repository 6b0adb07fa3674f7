import type { DriverOptions } from '../driver.ts';
import type { RetryTiming } from '../retry-policy.ts';
import type { UsbPresence } from '../usb-ownership.ts';
import type { UsbBus } from './bus.ts';

/** Times in milliseconds, and counts. */
export interface UsbTiming extends RetryTiming {
  /** Timeout of a transfer, at least 10; default 2000. The manufacturer's own tools wait 5000 for a dead sensor. */
  transferTimeoutMs: number;
  /** Most attempts of a command, at least 1; default 3, as in the manufacturer's own tools. */
  attempts: number;
  /** Least time without a reply before a device is opened again, at least 100; default 10000. */
  silenceMs: number;
  /** Pause before USB that could not be watched is retried, at least 10; default 60000. */
  busRetryMs: number;
}

export const DEFAULT_USB_TIMING: UsbTiming = {
  transferTimeoutMs: 2000,
  attempts: 3,
  silenceMs: 10_000,
  retryMinMs: 500,
  retryMaxMs: 5000,
  busRetryMs: 60_000,
};

export interface UsbDriverOptions extends DriverOptions {
  bus: UsbBus;
  /** Called with all plugged-in devices in VCP mode after each change. */
  onVcpDevices(devices: readonly UsbPresence[]): void;
  /** File of the udev rule that lets users open devices; undefined if the host has none. */
  udevRule: string | undefined;
  timing?: Partial<UsbTiming>;
}
