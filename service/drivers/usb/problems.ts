import type { ProblemReport } from '../../devices/problems.ts';
import { errorClause } from '../../support/errors.ts';
import { UsbError, type UsbIdentity } from './bus.ts';
import { placeOf, productNameOf, usbSerialOf } from './describe.ts';

const RETRIES_TEXT = 'Unplug the device and plug it in again. Mensura retries automatically.';

/** How this host's system lets users open devices. */
export interface UdevStatus {
  platform: NodeJS.Platform;
  /** The udev rule to install; undefined if the host has none. */
  udevRule: string | undefined;
}

/** As in a sentence: `The instrument VCP-PTH450-CAL E24638 at USB bus 3, address 7`. */
function nameOf(identity: UsbIdentity): string {
  return `${productNameOf(identity)} ${usbSerialOf(identity)} at ${placeOf(identity.connection)}`;
}

/** Includes the position, so that two devices with one serial number have two subjects. */
function subjectOf(identity: UsbIdentity): string {
  return `${usbSerialOf(identity)} on ${placeOf(identity.connection)}`;
}

/** A device that cannot be opened, or fails other than by its own replies. */
export function failureProblem(identity: UsbIdentity, error: unknown, rights: UdevStatus): ProblemReport {
  const subject = subjectOf(identity);
  const who = nameOf(identity);
  const failure = error instanceof UsbError ? error.failure : 'failed';
  if (failure === 'denied') {
    const text = `Cannot open ${who}: access denied.`;
    return { code: 'usb-permission', subject, text, remedy: permissionRemedy(identity, rights) };
  }
  if (failure === 'busy') {
    return {
      code: 'usb-busy',
      subject,
      text: `${who} is in use by another program.`,
      remedy: 'Close that program. Mensura then connects automatically.',
    };
  }
  if (failure === 'unsupported') {
    return {
      code: 'usb-failed',
      subject,
      text: `Cannot open ${who}: the installed driver does not allow program access.`,
      remedy: 'Install the WinUSB driver for the device, or switch the device to VCP mode, which needs no driver.',
    };
  }
  return { code: 'usb-failed', subject, text: `Cannot read ${who}: ${errorClause(error)}.`, remedy: RETRIES_TEXT };
}

function permissionRemedy({ connection: { bus, address } }: UsbIdentity, { platform, udevRule }: UdevStatus): string {
  if (platform !== 'linux') return 'Run Mensura under an account with access to USB devices.';
  if (udevRule === undefined) {
    const node = [bus, address].map((number) => String(number).padStart(3, '0')).join('/');
    return `Ask your administrator for read and write access to /dev/bus/usb/${node}. Mensura then connects automatically.`;
  }
  return `Run \`${udevCommand(udevRule)}\`. Mensura then connects automatically. On a computer without a display, also add your account to the group "plugdev".`;
}

/**
 * The shell command that installs the udev rule.
 * @param udevRule the rule's file
 */
export function udevCommand(udevRule: string): string {
  return `sudo cp ${shellWord(udevRule)} /etc/udev/rules.d/ && sudo udevadm control --reload-rules && sudo udevadm trigger --action=add --subsystem-match=usb`;
}

function shellWord(path: string): string {
  return /^[\w./+@:-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** The computer's USB cannot be watched: no device in USB mode is found. */
export function busProblem(error: unknown): ProblemReport {
  return {
    code: 'usb-failed',
    subject: 'USB',
    text: `Cannot find devices in USB mode: ${errorClause(error)}.`,
    remedy: 'Mensura retries every minute. If this continues, restart the computer.',
  };
}

/** A device that was read, and no longer replies. */
export function silentProblem(identity: UsbIdentity): ProblemReport {
  return {
    code: 'usb-silent',
    subject: subjectOf(identity),
    text: `${nameOf(identity)} stopped responding.`,
    remedy: RETRIES_TEXT,
  };
}

/** A device that does not identify itself. `why` is a clause. */
export function unknownProblem(identity: UsbIdentity, why: string): ProblemReport {
  return {
    code: 'usb-silent',
    subject: subjectOf(identity),
    text: `Cannot identify the channels of ${nameOf(identity)}: ${why}.`,
    remedy: RETRIES_TEXT,
  };
}
