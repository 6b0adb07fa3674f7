import type { SerialPortTest } from '../../contract/index.ts';
import { PERIOD_MS } from '../../contract/index.ts';
import { withDeadline } from '../../support/deadline.ts';
import type { DriverOptions } from '../driver.ts';
import { serialOf } from './describe.ts';
import type { FoundPort, SerialTiming } from './options.ts';
import { classifyOpenError, type OpenFailure, openProblem, silentProblem, unstableProblem } from './port-problems.ts';
import { SerialSession } from './session.ts';
import type { OpenSerialPort, SerialTransport } from './transport.ts';

/** Time for the device to respond once the port is open, in milliseconds. */
const RESPONSE_MS = 5000;

/** Time limit of an open port, in milliseconds: a device that keeps sending headers is never silent. */
const TEST_MS = 10_000;

/** A test does not retry, unlike a port in use, whose problems say so. */
const REMEDIES: Readonly<Partial<Record<OpenFailure | 'silent', string>>> = {
  busy: 'Close that program, then test again.',
  missing: 'Check the path, connect the device, then test again.',
  failed: 'Unplug the device and plug it in again, then test again.',
  silent: 'Check that a device in VCP mode is connected to this port, then test again.',
};

export interface PortTestOptions extends Pick<DriverOptions, 'clock' | 'logger' | 'periodOf'> {
  openPort: OpenSerialPort;
  timing: SerialTiming;
  /** The USB device of the port, if any. */
  found?: FoundPort | undefined;
  /** Ends the test when the driver stops. */
  signal: AbortSignal;
}

/**
 * Opens a port that is not in use, identifies its device with the commands of a session, and closes it. Takes at most
 * the time limits for opening, writing to and closing a port, and `TEST_MS`.
 */
export async function testPort(path: string, options: PortTestOptions): Promise<SerialPortTest> {
  let transport: SerialTransport;
  try {
    transport = await openInTime(path, options);
  } catch (error) {
    const failure = classifyOpenError(error);
    const { text, remedy } = await openProblem(path, failure, error);
    const isMissing = failure === 'missing';
    const isOwn = text.includes('already open in Mensura');
    return {
      ok: false,
      text: isMissing ? `Serial port ${path} does not exist.` : text,
      remedy: (isOwn ? undefined : REMEDIES[failure]) ?? remedy,
    };
  }
  return identify(path, transport, options);
}

async function openInTime(path: string, { openPort, timing, logger }: PortTestOptions): Promise<SerialTransport> {
  const opening = openPort(path);
  try {
    return await withDeadline(opening, timing.openTimeoutMs, `Opening ${path}`);
  } catch (error) {
    // After the timeout it may still open; then it must be closed.
    opening.then((late) => late.close()).catch(() => logger.debug(`test of ${path}: not opened`));
    throw error;
  }
}

async function identify(
  path: string,
  transport: SerialTransport,
  { clock, logger, timing, periodOf, found, signal }: PortTestOptions,
): Promise<SerialPortTest> {
  let device: string | undefined;
  const session = new SerialSession({
    transport,
    clock,
    logger: logger.child(path),
    timing: { ...timing, silenceMs: Math.min(timing.silenceMs, RESPONSE_MS) },
    manufacturer: '',
    // As for a port in use, so that a test changes no period that adding the port would not.
    periodOf: (line) =>
      (line === undefined ? undefined : periodOf({ family: 'usb', serial: serialOf(line, path, found) })) ??
      PERIOD_MS.default,
    listener: {
      identified: ({ product, serial }) => {
        device = [product, serial].filter((text) => text !== '').join(' ');
        session.stop();
      },
      readings: () => {},
      rejected: () => {},
    },
  });
  const stop = (): void => session.stop();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let isOverdue = false;
  const limit = setTimeout(() => {
    isOverdue = true;
    stop();
  }, TEST_MS);
  const end = await session.run().finally(() => {
    clearTimeout(limit);
    signal.removeEventListener('abort', stop);
  });
  if (device !== undefined) return { ok: true, text: `${device} responds on ${path}.`, remedy: '' };
  if (end.why === 'closed') {
    return { ok: false, text: unstableProblem(path, end.error).text, remedy: REMEDIES.failed ?? '' };
  }
  const { text, remedy } = await silentProblem(path, undefined, end.why === 'silent' ? end.bytes : isOverdue);
  return { ok: false, text, remedy: text.includes('also has the port open') ? remedy : (REMEDIES.silent ?? '') };
}
