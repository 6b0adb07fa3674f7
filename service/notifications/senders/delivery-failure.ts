/** Describes why messages were not delivered. */
import type { DestinationError, DestinationErrorCode } from '../../contract/index.ts';
import type { ConnectionFailure } from '../../support/connection-failure.ts';
import type { DeliveryFailure } from '../types.ts';

/** Errors that need a change. */
const LASTING: ReadonlySet<DestinationErrorCode> = new Set([
  'tls-failed',
  'tls-not-offered',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-wrong-name',
  'wrong-protocol',
  'credentials-refused',
  'sender-refused',
  'recipient-refused',
  'message-refused',
  'not-found',
  'redirected',
  'secret-needed',
]);

export function failure(code: DestinationErrorCode, text: string, remedy: string): DeliveryFailure {
  return { code, text, remedy, isLasting: LASTING.has(code) };
}

export const SECRET_NEEDED = failure(
  'secret-needed',
  'Cannot read the stored password, token or signing key of this destination.',
  'Enter it again.',
);

export function fromConnection({ code, text, remedy }: ConnectionFailure): DeliveryFailure {
  if (code !== 'client-certificate-refused') return failure(code, text, remedy);
  const otherServer =
    'Mensura cannot send a client certificate to destinations. Use a server that does not require one.';
  return failure('tls-failed', text, otherServer);
}

/** The remedy of failures that may pass. */
export const RETRIES = 'Mensura retries automatically.';

/** The error of the app API. @param now milliseconds since 1970 */
export function toDestinationError({ code, text, remedy }: DeliveryFailure, now: number): DestinationError {
  return { code, text, remedy, timestamp: new Date(now).toISOString() };
}
