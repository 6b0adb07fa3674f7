/** Whether this computer has USB at all: a container or a virtual machine may have none. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChecksOptions, type Finding, missing, ok } from './parts.ts';

export async function lookAtUsbBus({ root = '/' }: ChecksOptions): Promise<Finding> {
  const folder = join(root, 'dev/bus/usb');
  const buses = await readdir(folder).catch(() => []);
  if (buses.length > 0) return ok('USB is there.');
  return missing(
    `There is no USB here: ${folder} is missing or empty, as in a container or a virtual machine.`,
    'Give it USB: a container with `--device=/dev/bus/usb`, a virtual machine in its settings. Instruments behind gateways need none.',
  );
}
