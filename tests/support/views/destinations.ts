/** Destinations as the app API shows them, for tests that need a certain one. */
import {
  type DestinationError,
  type DestinationErrorCode,
  type DestinationInput,
  type DestinationStatus,
  type DestinationView,
  destinationFieldsSchema,
} from '../../../service/contract/index.ts';

export interface DestinationFacts extends Partial<Omit<DestinationView, 'config' | 'status'>> {
  id: string;
  /** An ntfy topic called like its id unless said otherwise. */
  config?: Partial<DestinationInput>;
  status?: Partial<DestinationStatus>;
}

/** What a kind needs at least; the name is its own. */
const LEAST: Readonly<Record<DestinationInput['kind'], Partial<DestinationInput>>> = {
  email: { host: 'mail.example', from: 'mensura@plant.example', to: ['lab@plant.example'] },
  webhook: { url: 'https://hooks.example/alarms' },
  ntfy: { url: 'https://ntfy.example', topic: 'plant' },
  heartbeat: { url: 'https://beats.example/plant' },
};

export function destinationView({ id, config, status, ...view }: DestinationFacts): DestinationView {
  const kind = config?.kind ?? 'ntfy';
  return {
    id,
    config: destinationFieldsSchema.parse({ kind, name: id, ...LEAST[kind], ...config }),
    password_set: false,
    token_set: false,
    signing_key_set: false,
    ca: null,
    ...view,
    status: { ...destinationStatus(), ...status },
  };
}

/** Ready for an hour, nothing waits. */
export function destinationStatus(): DestinationStatus {
  return {
    state: 'ready',
    since: new Date(Date.now() - 3_600_000).toISOString(),
    error: null,
    next_retry: null,
    held_until: null,
    sent: 0,
    waiting: 0,
    discarded: 0,
    last_sent: null,
  };
}

export function destinationError(code: DestinationErrorCode, text: string, remedy = ''): DestinationError {
  return { code, text, remedy, timestamp: new Date().toISOString() };
}
