/** Checks whether serial ports may be opened, and which other programs may use them. */
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupOfPort } from '../drivers/serial/port-problems.ts';
import { type CheckResult, type ChecksOptions, failed, ok, undetermined } from './check-result.ts';
import { installedRule } from './udev-rule.ts';

/** VCP devices first, then other USB ports, then those of the board: usually they share one group. */
const NAMES = [/^ttyACM\d+$/, /^ttyUSB\d+$/, /^ttyS\d+$/];

async function somePort(root: string): Promise<string | undefined> {
  const devices = (await readdir(join(root, 'dev')).catch((): string[] => [])).toSorted();
  for (const pattern of NAMES) {
    const name = devices.find((device) => pattern.test(device));
    if (name !== undefined) return join(root, 'dev', name);
  }
  return undefined;
}

function systemLets(path: string): Promise<boolean> {
  return access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}

export async function checkSerialPorts({ root = '/', uid, mayOpen = systemLets }: ChecksOptions): Promise<CheckResult> {
  if (uid === 0) return ok('Mensura runs as root and can open all serial ports.');
  const port = await somePort(root);
  if (port === undefined) return undetermined('No serial ports found. This is normal if no device is connected.');
  if (await mayOpen(port)) return ok(`Your account can open serial port ${port}.`);
  const group = await groupOfPort(port, join(root, 'etc/group'));
  if (group === undefined) {
    return failed(
      `Your account cannot open serial port ${port}.`,
      `Ask your administrator for read and write access to ${port}.`,
    );
  }
  const remedy = `Run \`sudo usermod -aG ${group} $USER\`, then log out and in again.`;
  // The udev rule gives the local user access to device ports, whatever the permissions of the others.
  if (port.includes('ttyS') && (await installedRule(root))) {
    const text = `No device in VCP mode is connected. Accounts that are logged in at this computer can open the port of such a device; other serial ports require membership in the group "${group}".`;
    return undetermined(text, `On a computer without a display, or for other ports: ${remedy}`);
  }
  return failed(`Your account is not in the group "${group}", which serial port ${port} requires.`, remedy);
}

/** Programs that open new serial ports by themselves, what they do there, and how to stop them. */
const GRABBERS: Readonly<Record<string, { does: string; end: string }>> = {
  ModemManager: {
    does: 'ModemManager is running. It probes new serial ports, which can block a device in VCP mode for up to 30 s',
    end: 'sudo systemctl disable --now ModemManager',
  },
  brltty: {
    does: 'brltty is running. It opens some serial ports to find braille displays',
    end: 'sudo systemctl disable --now brltty',
  },
};

/** @returns undefined if none of them runs */
export async function checkPortGrabbers({ root = '/' }: ChecksOptions): Promise<CheckResult | undefined> {
  const proc = join(root, 'proc');
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const running = new Set<string>();
  for (const pid of pids) {
    const name = await readFile(join(proc, pid, 'comm'), 'utf8').catch(() => '');
    if (Object.hasOwn(GRABBERS, name.trim())) running.add(name.trim());
  }
  const found = [...running].flatMap((name) => GRABBERS[name] ?? []);
  if (found.length === 0) return undefined;
  return undetermined(
    `${found.map(({ does }) => does).join('. ')}.`,
    `Stop the program if you do not need it and a serial port stays in use: ${found.map(({ end }) => `\`${end}\``).join(', ')}.`,
  );
}
