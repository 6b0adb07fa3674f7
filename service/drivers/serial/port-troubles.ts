/** The troubles of serial ports in plain words: what happened, why as far as known, what to do. */
import type { TroubleReport } from '../../devices/troubles.ts';
import { errorText } from '../../support/errors.ts';
import type { OpenFailure } from './port-errors.ts';
import { groupOfPort } from './port-group.ts';
import { describeHolders, findPortHolders } from './port-holder.ts';

/** What the system says of a folder, a file or a pipe that is opened as a serial port (strerror of EISDIR and ENOTTY). */
const NO_PORT = /is a directory|inappropriate ioctl/i;

/** A port that could not be opened. Looks at the system for who holds it, or which group may open it. */
export async function openTrouble(path: string, failure: OpenFailure, error: unknown): Promise<TroubleReport> {
  if (failure === 'busy') return busyTrouble(path);
  if (failure === 'denied') return deniedTrouble(path);
  if (failure === 'missing') {
    return {
      code: 'port-missing',
      subject: path,
      text: `The serial port ${path} was added by hand, but it does not exist.`,
      remedy: 'Plug the instrument in; the port is taken up when it appears. Or remove the port from the list.',
    };
  }
  if (NO_PORT.test(errorText(error))) {
    return {
      code: 'port-failed',
      subject: path,
      text: `${path} was added by hand, but it is not a serial port.`,
      remedy: 'Give the path of a serial port instead, and remove this one from the list.',
    };
  }
  return {
    code: 'port-failed',
    subject: path,
    text: `The serial port ${path} could not be opened: ${errorText(error)}.`,
    remedy: 'Unplug the instrument and plug it in again. Mensura keeps trying.',
  };
}

async function busyTrouble(path: string): Promise<TroubleReport> {
  const holders = await findPortHolders(path);
  const others = describeHolders(holders);
  if (others === '' && holders.length > 0) {
    return {
      code: 'port-busy',
      subject: path,
      text: `The serial port ${path} is in use by Mensura itself under another name.`,
      remedy: 'Remove one of the two names from the list of ports.',
    };
  }
  return {
    code: 'port-busy',
    subject: path,
    text: `The serial port ${path} is held by ${others || 'another program'}.`,
    remedy: 'Close that program. Mensura takes the port up by itself when it is free.',
  };
}

async function deniedTrouble(path: string): Promise<TroubleReport> {
  const group = await groupOfPort(path);
  return {
    code: 'port-permission',
    subject: path,
    text: group
      ? `The serial port ${path} may be opened by the group "${group}" only, and your user is not in it.`
      : `Your user may not open the serial port ${path}.`,
    remedy: group
      ? `Run "sudo usermod -aG ${group} $USER", then log out and in again.`
      : `Ask for the right to read and write ${path}.`,
  };
}

/** A port that opens, but closes again and again before anything was measured. */
export function unstableTrouble(path: string, error: Error | undefined): TroubleReport {
  return {
    code: 'port-failed',
    subject: path,
    text: `The serial port ${path} opens, but closes again at once${error ? `: ${error.message}` : ''}.`,
    remedy: 'Unplug the instrument and plug it in again, or try another cable. Mensura keeps trying.',
  };
}

export interface SilenceFacts {
  path: string;
  /** The instrument that is attached there; undefined when none made itself known. */
  serial: string | undefined;
  /** Whether anything came at all. */
  bytes: boolean;
}

/** A port that is open, but nothing that makes sense comes. Looks for other programs that read it too. */
export async function silentTrouble({ path, serial, bytes }: SilenceFacts): Promise<TroubleReport> {
  const others = describeHolders(await findPortHolders(path));
  const what = serial
    ? `The instrument ${serial} on ${path} has stopped sending data.`
    : bytes
      ? `What comes on the serial port ${path} is not the line protocol of a known instrument.`
      : `No instrument answers on the serial port ${path}.`;
  if (others !== '') {
    return {
      code: 'port-silent',
      subject: path,
      text: `${what} ${others} has it open too, and may take what comes.`,
      remedy: 'Close that program.',
    };
  }
  return {
    code: 'port-silent',
    subject: path,
    text: what,
    remedy: serial
      ? 'Mensura keeps opening the port again. If that does not help, unplug the instrument and plug it in again.'
      : 'Check that an instrument in serial (VCP) mode is plugged in there. Mensura keeps trying.',
  };
}
