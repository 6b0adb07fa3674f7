import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { udevCommand } from '../drivers/usb/problems.ts';
import { type CheckResult, type ChecksOptions, failed, ok, undetermined } from './check-result.ts';

/** Folders in which udev reads rules, from udev(7). */
const FOLDERS = [
  'etc/udev/rules.d',
  'run/udev/rules.d',
  'usr/local/lib/udev/rules.d',
  'usr/lib/udev/rules.d',
  'lib/udev/rules.d',
];

/** A line that is no comment and contains the manufacturer's vendor ID. */
const NAMES_INSTRUMENTS = /^[^#\n]*idVendor\}\s*==\s*"289b"/im;

async function rulesIn(folder: string): Promise<string[] | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  return names?.filter((name) => name.endsWith('.rules')).map((name) => join(folder, name));
}

/** The file of the rule; undefined if there is none, null if the system has no rules at all. */
export async function installedRule(root: string): Promise<string | undefined | null> {
  const folders = await Promise.all(FOLDERS.map((folder) => rulesIn(join(root, folder))));
  if (folders.every((files) => files === undefined)) return null;
  for (const file of folders.flatMap((files) => files ?? [])) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (NAMES_INSTRUMENTS.test(text)) return file;
  }
  return undefined;
}

export async function checkUdevRule({ root = '/', uid, udevRule }: ChecksOptions): Promise<CheckResult> {
  const rule = await installedRule(root);
  if (rule) return ok(`The udev rule for USB devices is installed: ${rule}.`);
  if (uid === 0) return ok('Mensura runs as root and can open all USB devices.');
  if (rule === null) return undetermined('Cannot determine USB access: this system has no udev rules.');
  const text = 'The udev rule for devices in USB mode is not installed.';
  if (udevRule === undefined) {
    return failed(text, 'Ask your administrator for read and write access to the devices under /dev/bus/usb.');
  }
  const remedy = `Run \`${udevCommand(udevRule)}\`. Devices then connect automatically. On a computer without a display, also add your account to the group "plugdev": \`sudo usermod -aG plugdev $USER\`, then log out and in again.`;
  return failed(text, remedy);
}
