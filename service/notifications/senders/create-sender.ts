import type { DestinationKind } from '../../contract/index.ts';
import { CertificateError, createTlsContext } from '../../secrets/tls-context.ts';
import type { Clock } from '../../support/clock.ts';
import type { DeliveryFailure, DestinationConfig, Sender } from '../types.ts';
import { failure, SECRET_NEEDED } from './delivery-failure.ts';
import { EmailSender } from './email.ts';
import { heartbeatRequest } from './heartbeat.ts';
import { HttpSender, type HttpSenderOptions } from './http-sender.ts';
import { ntfyRequest } from './ntfy.ts';
import { webhookRequest } from './webhook.ts';

/**
 * The sender of a destination.
 * @param limitMs deadline of one message, in milliseconds; undefined: that of its protocol
 * @returns why it cannot send, otherwise its sender
 */
export function createSender(
  { fields, secrets }: DestinationConfig,
  clock: Clock,
  limitMs?: number,
): Sender | DeliveryFailure {
  if (!secrets) return SECRET_NEEDED;
  const { kind } = fields;
  const isTls = kind === 'email' ? fields.encryption !== 'none' : new URL(fields.url).protocol === 'https:';
  let tls: HttpSenderOptions['tls'];
  try {
    if (isTls) tls = { context: createTlsContext(secrets), checksName: fields.check_server_name };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    return failure('tls-failed', error.message, 'Enter the CA certificate again.');
  }
  if (kind === 'email') {
    const limits = limitMs === undefined ? {} : { totalMs: limitMs };
    return new EmailSender({ fields, password: secrets.password, tls, limits });
  }
  const requests: Readonly<Record<Exclude<DestinationKind, 'email'>, HttpSenderOptions['compose']>> = {
    webhook: (message) => webhookRequest(fields, secrets, message),
    ntfy: (message) => ntfyRequest(fields, secrets, message),
    heartbeat: () => heartbeatRequest(fields),
  };
  const limit = limitMs === undefined ? {} : { limitMs };
  const hasToken = secrets.password !== '';
  const isHeartbeat = kind === 'heartbeat';
  return new HttpSender({ compose: requests[kind], hasToken, isHeartbeat, tls, clock, ...limit });
}
