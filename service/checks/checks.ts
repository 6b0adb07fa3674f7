/** Checks whether this computer lets Mensura find and read devices. Each check is independent and has a deadline. */

import { access, constants, readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Checks } from '../contract/index.ts';
import { groupOfPort } from '../drivers/serial/port-problems.ts';
import type { HttpOptions } from '../http/options.ts';
import { counted } from '../support/counted.ts';
import { withDeadline } from '../support/deadline.ts';
import { errorClause } from '../support/errors.ts';
import {
  type CheckResult,
  type ChecksOptions,
  failed,
  ok,
  type SystemCheckContext,
  undetermined,
} from './check-result.ts';
import { checkUdevRule, installedRule } from './udev-rule.ts';

/** Names of serial ports: VCP devices first, then other USB ports, then those of the board: usually they share one group. */
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

async function checkSerialPorts({ root = '/', uid, mayOpen = systemLets }: ChecksOptions): Promise<CheckResult> {
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
async function checkPortGrabbers({ root = '/' }: ChecksOptions): Promise<CheckResult | undefined> {
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

const GIB = 2 ** 30;

/** Least free space, in bytes. */
const MIN_FREE = GIB;

/** A clock before this year is wrong. */
const FIRST_YEAR = 2024;

function inGib(bytes: number): string {
  return `${(bytes / GIB).toFixed(1)} GiB`;
}

/** Bytes that the history may still use: up to its limit, or to what it will ever need if that is less. */
function historyNeeds({ history }: ChecksOptions): number {
  const { state, bytes, limit_bytes: limit, expected_bytes: expected } = history.figures();
  return state === 'off' ? 0 : Math.max(0, Math.min(limit, expected ?? limit) - bytes);
}

async function checkDataFolder(options: ChecksOptions): Promise<CheckResult> {
  const { dataDir } = options;
  try {
    await access(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    return failed(
      `Cannot write to the data folder ${dataDir}: ${errorClause(error)}.`,
      'Change its owner to the account that runs Mensura, or choose another folder with --data-dir.',
    );
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const needs = historyNeeds(options);
  const found = `The data folder ${dataDir} is writable, with ${inGib(free)} free`;
  if (free >= Math.max(MIN_FREE, needs)) return ok(`${found}.`);
  if (free < MIN_FREE) return failed(`${found}. Free space is low.`, 'Free up disk space.');
  return failed(
    `${found}. The history can grow by another ${inGib(needs)}.`,
    'Free up disk space, or lower the maximum size under History > Retention.',
  );
}

async function checkClock({ clock }: ChecksOptions): Promise<CheckResult> {
  const now = new Date(clock.now());
  if (now.getUTCFullYear() >= FIRST_YEAR) return ok(`The clock shows ${now.toISOString()}.`);
  return failed(
    `The clock shows ${now.toISOString()}, which is wrong. Readings get incorrect timestamps.`,
    'Set the clock, or turn on network time (`sudo timedatectl set-ntp true` on Linux).',
  );
}

async function checkHistory({ history }: ChecksOptions): Promise<CheckResult> {
  const { state, dropped_total: discarded } = history.figures();
  const lost = discarded > 0 ? ` ${counted(discarded, 'reading')} discarded since startup.` : '';
  if (state === 'recording') return ok(`Readings are stored.${lost}`);
  if (state === 'off') return ok('Readings are not stored: "Store readings" is off under History > Retention.');
  return failed(
    `Readings are held in memory until they can be stored.${lost}`,
    'Open the History page, which shows the cause and the remedy.',
  );
}

/** Deadline of one check, in milliseconds: a hanging disk hangs forever. */
const DEADLINE_MS = 3000;

function systemChecks(options: ChecksOptions): SystemCheckContext[] {
  const linux: SystemCheckContext[] = [
    { id: 'usb', title: 'USB', run: () => checkUsbBus(options) },
    { id: 'udev-rule', title: 'USB device access', run: () => checkUdevRule(options) },
    { id: 'serial-ports', title: 'Serial port access', run: () => checkSerialPorts(options) },
    { id: 'port-grabbers', title: 'Programs using serial ports', run: () => checkPortGrabbers(options) },
  ];
  return [
    ...(options.platform === 'linux' ? linux : []),
    { id: 'data-folder', title: 'Data folder', run: () => checkDataFolder(options) },
    { id: 'clock', title: 'Clock', run: () => checkClock(options) },
    { id: 'history', title: 'History', run: () => checkHistory(options) },
  ];
}

/** Running checks by ID, so that repeated requests do not add further hanging ones. */
type UnderWay = Map<string, Promise<CheckResult | undefined>>;

function runOnce({ id, run }: SystemCheckContext, underWay: UnderWay): Promise<CheckResult | undefined> {
  const known = underWay.get(id);
  if (known) return known;
  const begun = run().finally(() => underWay.delete(id));
  underWay.set(id, begun);
  return begun;
}

async function checkOf(check: SystemCheckContext, underWay: UnderWay, deadlineMs: number): Promise<Check[]> {
  const { id, title } = check;
  try {
    const result = await withDeadline(runOnce(check, underWay), deadlineMs, 'The check');
    return result ? [{ id, title, ...result }] : [];
  } catch (error) {
    return [{ id, title, ...undetermined(`Cannot run the check: ${errorClause(error)}.`) }];
  }
}

/** @param deadlineMs for each check */
export function createSystemChecks(options: ChecksOptions, deadlineMs = DEADLINE_MS): HttpOptions['checks'] {
  const underWay: UnderWay = new Map();

  async function runAll(): Promise<Checks> {
    const checks = await Promise.all(systemChecks(options).map((check) => checkOf(check, underWay, deadlineMs)));
    return { checks: checks.flat() };
  }

  let running: Promise<Checks> | undefined;
  return {
    // Concurrent callers share one run: inspecting every process is expensive.
    run: () => {
      running ??= runAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

async function checkUsbBus({ root = '/' }: ChecksOptions): Promise<CheckResult> {
  const folder = join(root, 'dev/bus/usb');
  const buses = await readdir(folder).catch(() => []);
  if (buses.length > 0) return ok('USB is available.');
  return failed(
    `USB is not available: ${folder} is missing or empty, as is common in containers and virtual machines.`,
    'Pass USB through: start the container with `--device=/dev/bus/usb`, or enable USB in the virtual machine. Gateways do not need USB.',
  );
}
