/** Whether this computer has USB at all: a container or a virtual machine may have none. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckResult, type ChecksOptions, failed, ok } from './check-result.ts';

export async function lookAtUsbBus({ root = '/' }: ChecksOptions): Promise<CheckResult> {
  const folder = join(root, 'dev/bus/usb');
  const buses = await readdir(folder).catch(() => []);
  if (buses.length > 0) return ok('USB is available.');
  return failed(
    `USB is not available: ${folder} is missing or empty, as is common in containers and virtual machines.`,
    'Pass USB through: start the container with `--device=/dev/bus/usb`, or enable USB in the virtual machine. Gateways do not need USB.',
  );
}
