/** Whether serial ports may be opened, and what else may hold them. */
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupOfPort } from '../drivers/serial/port-group.ts';
import { type ChecksOptions, type Finding, missing, ok, unknown } from './parts.ts';
import { installedRule } from './udev-rule.ts';

/** As instruments in VCP mode are named, then other USB ports, then those of the board: all mostly have one group. */
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

export async function lookAtSerialPorts({ root = '/', uid, mayOpen = systemLets }: ChecksOptions): Promise<Finding> {
  if (uid === 0) return ok('Mensura runs as root, which may open every serial port.');
  const port = await somePort(root);
  if (port === undefined) return unknown('There is no serial port to look at. That is well without an instrument.');
  if (await mayOpen(port)) return ok(`Your user may open the serial port ${port}.`);
  const group = await groupOfPort(port, join(root, 'etc/group'));
  if (group === undefined) {
    return missing(`Your user may not open the serial port ${port}.`, `Ask for the right to read and write ${port}.`);
  }
  const remedy = `Run \`sudo usermod -aG ${group} $USER\`, then log out and in again.`;
  // The port of an instrument is opened to whoever sits at the computer by the rule, whatever the others are.
  if (port.includes('ttyS') && (await installedRule(root))) {
    const text = `No instrument in serial (VCP) mode is plugged in. Whoever sits at this computer may open one; other serial ports belong to the group "${group}".`;
    return unknown(text, `Where nobody sits at this computer, or for other ports: ${remedy}`);
  }
  return missing(
    `The serial port ${port} may be opened by the group "${group}" only, and your user is not in it.`,
    remedy,
  );
}

/** Programs that open new serial ports by themselves, and what they do there. */
const GRABBERS: Readonly<Record<string, { does: string; end: string }>> = {
  ModemManager: {
    does: 'ModemManager is running: it opens new serial ports to see whether they are modems, which can keep an instrument in VCP mode busy for half a minute',
    end: 'sudo systemctl disable --now ModemManager',
  },
  brltty: {
    does: 'brltty is running: it takes some serial ports for braille displays, and keeps them',
    end: 'sudo systemctl disable --now brltty',
  },
};

/** @returns undefined where nothing of the kind runs */
export async function lookAtGrabbers({ root = '/' }: ChecksOptions): Promise<Finding | undefined> {
  const proc = join(root, 'proc');
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const running = new Set<string>();
  for (const pid of pids) {
    const name = await readFile(join(proc, pid, 'comm'), 'utf8').catch(() => '');
    if (Object.hasOwn(GRABBERS, name.trim())) running.add(name.trim());
  }
  const found = [...running].flatMap((name) => GRABBERS[name] ?? []);
  if (found.length === 0) return undefined;
  return unknown(
    `${found.map(({ does }) => does).join('. ')}.`,
    `Where an instrument stays busy, and nothing else needs it, end it: ${found.map(({ end }) => `\`${end}\``).join(', ')}.`,
  );
}
