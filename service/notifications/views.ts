/** A destination as the app API shows it: without passwords, tokens and keys. */
import type { DestinationStatus, DestinationView } from '../contract/index.ts';
import { summarize } from '../secrets/certificates.ts';
import type { DestinationConfig } from './types.ts';

export function destinationView(
  { id, fields, secrets }: DestinationConfig,
  status: DestinationStatus,
): DestinationView {
  const isSet = secrets === null || secrets.password !== '';
  return {
    id,
    config: fields,
    password_set: fields.kind === 'email' && fields.username !== '' && isSet,
    token_set: (fields.kind === 'webhook' || fields.kind === 'ntfy') && isSet,
    signing_key_set: fields.kind === 'webhook' && (secrets === null || secrets.signing_key !== ''),
    ca: secrets?.ca ? summarize(secrets.ca) : null,
    status,
  };
}

/** Counted since the service started, across configurations. */
export type DestinationCounts = Pick<DestinationStatus, 'sent'>;

export const NO_COUNTS: DestinationCounts = { sent: 0 };

/** The status of a destination that does not run yet. @param since milliseconds since 1970 */
export function statusBeforeRunning(enabled: boolean, since: number, counts = NO_COUNTS): DestinationStatus {
  return {
    state: enabled ? 'ready' : 'idle',
    since: new Date(since).toISOString(),
    error: null,
    next_retry: null,
    held_until: null,
    ...counts,
    waiting: 0,
    discarded: 0,
    last_sent: null,
  };
}
