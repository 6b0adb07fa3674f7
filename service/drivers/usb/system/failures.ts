/** Classifies failed USB operations. The package provides only text; no other file reads it. */
import { errorClause, isMensuraError } from '../../../support/errors.ts';
import { UsbError, type UsbFailure } from '../bus.ts';

/** The library's own texts (nusb 0.2.7, on which the package is built); the first match counts. */
const LIBRARY_TEXTS: readonly [RegExp, UsbFailure][] = [
  [/endpoint stall/i, 'stalled'],
  [/transfer was cancelled|timed out/i, 'timeout'],
  [/disconnected|device not found|not found by registry id|parent hub|hub port number/i, 'unplugged'],
  [/permission denied|not permitted/i, 'denied'],
  [/(device|interface) is busy|already claimed|exclusive access/i, 'busy'],
  [/incompatible driver|determine driver|winusb driver|not winusb/i, 'unsupported'],
];

/**
 * The system's code at the end of a text: `(errno 16)` on Linux, `(error 5)` on Windows, `(error 0xe00002c5)` on macOS.
 */
const NUMBER = /\((?:errno|error) (0x[0-9a-f]+|\d+)\)/i;

/** errno.h of Linux. */
const LINUX: Readonly<Record<number, UsbFailure>> = {
  1: 'denied', // EPERM
  2: 'unplugged', // ENOENT: the device file is gone
  6: 'unplugged', // ENXIO
  13: 'denied', // EACCES
  16: 'busy', // EBUSY
  19: 'unplugged', // ENODEV
  32: 'stalled', // EPIPE
  108: 'unplugged', // ESHUTDOWN
  110: 'timeout', // ETIMEDOUT
};

/** WinError.h. */
const WINDOWS: Readonly<Record<number, UsbFailure>> = {
  2: 'unplugged', // FILE_NOT_FOUND
  5: 'busy', // ACCESS_DENIED: WinUSB admits one program; permissions play no part there
  22: 'unplugged', // BAD_COMMAND
  32: 'busy', // SHARING_VIOLATION
  50: 'unsupported', // NOT_SUPPORTED
  121: 'timeout', // SEM_TIMEOUT
  433: 'unplugged', // NO_SUCH_DEVICE
  995: 'timeout', // OPERATION_ABORTED
  1167: 'unplugged', // DEVICE_NOT_CONNECTED
  1235: 'timeout', // REQUEST_ABORTED
  1460: 'timeout', // TIMEOUT
};

/** IOReturn.h and USB.h of IOKit. */
const MACOS: Readonly<Record<number, UsbFailure>> = {
  0xe00002c0: 'unplugged', // NoDevice
  0xe00002c1: 'denied', // NotPrivileged
  0xe00002c5: 'busy', // ExclusiveAccess
  0xe00002c7: 'unsupported', // Unsupported
  0xe00002d5: 'busy', // Busy
  0xe00002d6: 'timeout', // Timeout
  0xe00002d9: 'unplugged', // NotAttached
  0xe00002e2: 'denied', // NotPermitted
  0xe00002eb: 'timeout', // Aborted
  0xe00002ed: 'unplugged', // NotResponding: usually an unplugged device
  0xe000404f: 'stalled', // PipeStalled
  0xe0004051: 'timeout', // TransactionTimeout
};

const NUMBERS: Partial<Record<NodeJS.Platform, Readonly<Record<number, UsbFailure>>>> = {
  linux: LINUX,
  win32: WINDOWS,
  darwin: MACOS,
};

const SENTENCES: Readonly<Record<UsbFailure, string>> = {
  stalled: 'Request rejected by the device',
  timeout: 'The device did not respond in time',
  unplugged: 'The device was unplugged',
  busy: 'The device is in use by another program',
  denied: 'Permission denied',
  unsupported: 'No driver that allows program access',
  failed: 'USB error',
};

function failureOf(text: string, platform: NodeJS.Platform): UsbFailure {
  const known = LIBRARY_TEXTS.find(([pattern]) => pattern.test(text))?.[1];
  if (known) return known;
  const number = NUMBER.exec(text)?.[1];
  return (number !== undefined && NUMBERS[platform]?.[Number(number)]) || 'failed';
}

/** Converts the package's error: the failure, a sentence, and the system's text in brackets. */
export function toUsbError(error: unknown, platform: NodeJS.Platform = process.platform): UsbError {
  if (error instanceof UsbError) return error;
  // The package prefixes the name of its own method: `controlTransferIn error: endpoint stalled`.
  const text = errorClause(error).replace(/^\w+ error: /, '');
  const failure = isMensuraError(error, 'timeout') ? 'timeout' : failureOf(text, platform);
  return new UsbError(failure, `${SENTENCES[failure]} (${text}).`, { cause: error });
}
