import { access } from 'node:fs/promises';
import { errorText } from '../../../support/errors.ts';
import { UsbError } from '../bus.ts';
import type { UsbPackage } from './usb-package.ts';

export interface LinuxPaths {
  /** The USB devices of sysfs. */
  sysfs: string;
  /** The socket of a running udev, without which there are no events. */
  udev: string;
}

export const LINUX_PATHS: LinuxPaths = { sysfs: '/sys/bus/usb/devices', udev: '/run/udev/control' };

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** @throws UsbError `unsupported` if there is no USB, or the package has no binary for this system */
export async function loadUsb(
  platform: NodeJS.Platform,
  { sysfs }: LinuxPaths,
  loadPackage: () => Promise<UsbPackage> = () => import('./library.ts'),
): Promise<UsbPackage> {
  if (platform === 'linux' && !(await exists(sysfs)))
    throw new UsbError('unsupported', `no USB on this computer: ${sysfs} does not exist`);
  try {
    return await loadPackage();
  } catch (error) {
    // The package's text continues with advice for developers.
    const [sentence] = errorText(error).split(/\.(?:\s|$)/, 1);
    throw new UsbError('unsupported', `Cannot load the USB library (${sentence}).`, { cause: error });
  }
}
