/** The troubles of instruments in USB mode in plain words: what happened, why as far as known, what to do. */
import type { TroubleReport } from '../../devices/troubles.ts';
import { errorWords } from '../../support/errors.ts';
import { UsbError, type UsbIdentity } from './bus.ts';
import { placeOf, productNameOf, usbSerialOf } from './describe.ts';

const KEEPS_TRYING = 'Unplug the instrument and plug it in again. Mensura keeps trying.';

/** Where the system of this host lets users open instruments. */
export interface HostRights {
  platform: NodeJS.Platform;
  /** The udev rule to install; undefined where the host has none. */
  udevRule: string | undefined;
}

/** The instrument in a sentence: `The instrument VCP-PTH450-CAL E24638 at USB bus 3, address 7`. */
function nameOf(identity: UsbIdentity): string {
  return `The instrument ${productNameOf(identity)} ${usbSerialOf(identity)} at ${placeOf(identity.connection)}`;
}

/** What a trouble of an instrument is about. Two with one serial number are two subjects. */
function subjectOf(identity: UsbIdentity): string {
  return `${usbSerialOf(identity)} on ${placeOf(identity.connection)}`;
}

/** An instrument that cannot be opened, or fails otherwise than by its own answers. */
export function failureTrouble(identity: UsbIdentity, error: unknown, rights: HostRights): TroubleReport {
  const subject = subjectOf(identity);
  const who = nameOf(identity);
  const failure = error instanceof UsbError ? error.failure : 'failed';
  if (failure === 'denied') {
    const text = `${who} may not be opened by your user.`;
    return { code: 'usb-permission', subject, text, remedy: permissionRemedy(identity, rights) };
  }
  if (failure === 'busy') {
    return {
      code: 'usb-busy',
      subject,
      text: `${who} is held by another program.`,
      remedy: 'Close that program. Mensura takes the instrument up by itself when it is free.',
    };
  }
  if (failure === 'unsupported') {
    return {
      code: 'usb-failed',
      subject,
      text: `${who} has a system driver that does not let programs reach it.`,
      remedy:
        'Windows reaches an instrument in USB mode through the driver WinUSB alone: install that for it. Or let the instrument speak VCP, which needs no driver.',
    };
  }
  return { code: 'usb-failed', subject, text: `${who} failed: ${errorWords(error)}.`, remedy: KEEPS_TRYING };
}

function permissionRemedy({ connection: { bus, address } }: UsbIdentity, { platform, udevRule }: HostRights): string {
  if (platform !== 'linux') return 'Run Mensura as a user who may open USB devices.';
  if (udevRule === undefined) {
    const node = [bus, address].map((number) => String(number).padStart(3, '0')).join('/');
    return `Ask for the right to read and write /dev/bus/usb/${node}. Mensura takes the instrument up by itself then.`;
  }
  return `Run "${udevCommand(udevRule)}". Mensura takes the instrument up by itself then. Where nobody sits at this computer, the user must also be in the group plugdev.`;
}

/**
 * What installs the udev rule, as a line for a shell.
 * @param udevRule the rule's file
 */
export function udevCommand(udevRule: string): string {
  return `sudo cp ${shellWord(udevRule)} /etc/udev/rules.d/ && sudo udevadm control --reload-rules && sudo udevadm trigger --action=add --subsystem-match=usb`;
}

/** A path as a shell takes it. */
function shellWord(path: string): string {
  return /^[\w./+@:-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** The computer's USB cannot be watched: no instrument in USB mode is found. */
export function busTrouble(error: unknown): TroubleReport {
  return {
    code: 'usb-failed',
    subject: 'USB',
    text: `Instruments in USB mode are not found: ${errorWords(error)}.`,
    remedy: 'Mensura tries again every minute. If that does not help, restart the computer.',
  };
}

/** An instrument that was read, and does not answer any more. */
export function silentTrouble(identity: UsbIdentity): TroubleReport {
  return {
    code: 'usb-silent',
    subject: subjectOf(identity),
    text: `${nameOf(identity)} has stopped answering.`,
    remedy: KEEPS_TRYING,
  };
}

/** An instrument that does not say what it is. `why` is a part of a sentence. */
export function unknownTrouble(identity: UsbIdentity, why: string): TroubleReport {
  return {
    code: 'usb-silent',
    subject: subjectOf(identity),
    text: `${nameOf(identity)} does not say what it measures: ${why}.`,
    remedy: KEEPS_TRYING,
  };
}
