import { readFile, realpath, stat } from 'node:fs/promises';
import type { ProblemReport } from '../../devices/problems.ts';
import { errorText } from '../../support/errors.ts';
import { findOpenFileProcesses, type OpenFileProcess } from '../../support/open-files.ts';

export type OpenFailure = 'busy' | 'denied' | 'missing' | 'failed';

/**
 * Patterns and their meaning; the first match counts. The texts are strerror's on Linux and macOS, and the library's
 * own on Windows (bindings-cpp 13, serialport_unix.cpp and serialport_win.cpp).
 */
const PATTERNS: readonly [RegExp, OpenFailure][] = [
  [/cannot lock port|resource busy|device or resource busy|resource temporarily unavailable/i, 'busy'],
  [/no such file|no such device|file not found|enoent|enxio|device not configured/i, 'missing'],
  [/permission denied|operation not permitted|eacces/i, 'denied'],
];

/** Windows reports a port in use as access denied; permissions play no part there. */
const WINDOWS_BUSY = /access (is )?denied/i;

/** The library provides only text; no other file reads it. */
export function classifyOpenError(error: unknown, platform: NodeJS.Platform = process.platform): OpenFailure {
  const text = errorText(error);
  if (platform === 'win32' && WINDOWS_BUSY.test(text)) return 'busy';
  return PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 'failed';
}

/** Groups that a user should not join to read a device. */
const NOT_FOR_USERS = new Set(['root', 'wheel', 'nogroup']);

/** The group that owns the port and may read and write it; undefined if there is none that a user should join. */
export async function groupOfPort(path: string, groupFile = '/etc/group'): Promise<string | undefined> {
  const port = await stat(path).catch(() => undefined);
  const table = await readFile(groupFile, 'utf8').catch(() => '');
  if (!port || (port.mode & 0o060) !== 0o060) return undefined;
  const name = table
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => id === String(port.gid))?.[0];
  return name && !NOT_FOR_USERS.has(name) ? name : undefined;
}

/** The error for another file than a serial port: that of `resolvePort`, and strerror of EISDIR and ENOTTY. */
const NO_PORT = /is not a serial port|is a directory|inappropriate ioctl/i;

/** A port that could not be opened. Queries the system for the program that uses it, or the group that may open it. */
export async function openProblem(path: string, failure: OpenFailure, error: unknown): Promise<ProblemReport> {
  if (failure === 'busy') return busyProblem(path);
  if (failure === 'denied') return deniedProblem(path);
  if (failure === 'missing') {
    return {
      code: 'port-missing',
      subject: path,
      text: `Serial port ${path} was added manually but does not exist.`,
      remedy: 'Connect the device; the port opens when it appears. Or remove the port from the list.',
    };
  }
  if (NO_PORT.test(errorText(error))) {
    return {
      code: 'port-failed',
      subject: path,
      text: `${path} was added manually but is not a serial port.`,
      remedy: 'Remove it from the list, and add the path of a serial port.',
    };
  }
  return {
    code: 'port-failed',
    subject: path,
    text: `Cannot open serial port ${path}: ${errorText(error)}.`,
    remedy: 'Unplug the device and plug it in again. Mensura retries automatically.',
  };
}

async function busyProblem(path: string): Promise<ProblemReport> {
  const holders = await findProcessesUsingPort(path);
  const others = describeProcesses(holders);
  if (others === '' && holders.length > 0) {
    return {
      code: 'port-busy',
      subject: path,
      text: `Serial port ${path} is already open in Mensura under another name.`,
      remedy: 'Remove one of the two names from the port list.',
    };
  }
  return {
    code: 'port-busy',
    subject: path,
    text: `Serial port ${path} is in use by ${others || 'another program'}.`,
    remedy: 'Close that program. Mensura then opens the port automatically.',
  };
}

async function deniedProblem(path: string): Promise<ProblemReport> {
  const group = await groupOfPort(path);
  return {
    code: 'port-permission',
    subject: path,
    text: group
      ? `Cannot open serial port ${path}: your account is not in the group "${group}".`
      : `Cannot open serial port ${path}: access denied.`,
    remedy: group
      ? `Run \`sudo usermod -aG ${group} $USER\`, then log out and in again.`
      : `Ask your administrator for read and write access to ${path}.`,
  };
}

/** A port that opens, but closes again and again before any reading. */
export function unstableProblem(path: string, error: Error | undefined): ProblemReport {
  return {
    code: 'port-failed',
    subject: path,
    text: `Serial port ${path} closes immediately after opening${error ? `: ${error.message}` : ''}.`,
    remedy: 'Unplug the device and plug it in again, or try another cable. Mensura retries automatically.',
  };
}

/**
 * An open port without valid data. Searches for other programs that read it.
 * @param serial of the device connected there; undefined when none was identified
 * @param hasBytes whether any bytes were received
 */
export async function silentProblem(
  path: string,
  serial: string | undefined,
  hasBytes: boolean,
): Promise<ProblemReport> {
  const others = describeProcesses(await findProcessesUsingPort(path));
  const what = serial
    ? `Device ${serial} on ${path} stopped sending data.`
    : hasBytes
      ? `Data on serial port ${path} is not from a known device.`
      : `No device responds on serial port ${path}.`;
  if (others !== '') {
    return {
      code: 'port-silent',
      subject: path,
      text: `${what} ${others} also has the port open and may intercept data.`,
      remedy: 'Close that program.',
    };
  }
  return {
    code: 'port-silent',
    subject: path,
    text: what,
    remedy: serial
      ? 'Mensura keeps reopening the port. If that does not help, unplug the device and plug it in again.'
      : 'Check that a device in VCP mode is connected. Mensura retries automatically.',
  };
}

/**
 * The programs with the port open, including this one.
 * @param proc folder of the process list
 */
export async function findProcessesUsingPort(path: string, proc?: string): Promise<OpenFileProcess[]> {
  const target = await realpath(path).catch(() => path);
  return findOpenFileProcesses((link) => link === target, proc);
}

/** The processes other than this one as text: `screen (process 812)`; empty if there are none. */
export function describeProcesses(holders: readonly OpenFileProcess[]): string {
  return holders
    .filter(({ pid }) => pid !== process.pid)
    .map(({ pid, name }) => `${name} (process ${pid})`)
    .join(' and ');
}
