/** Notification destinations in memory, without servers. */
import {
  type DestinationConfigInput,
  type DestinationStatus,
  type Destinations,
  type DestinationTestResult,
  type DestinationView,
  destinationFieldsSchema,
  type EntityChange,
} from '../../../service/contract/index.ts';
import type { DestinationAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { invalidFields, MensuraError } from '../../../service/support/errors.ts';
import { destinationStatus } from '../views/destinations.ts';
import { fail, Played } from './played.ts';

const STATUS: DestinationStatus = { ...destinationStatus(), since: '2026-11-20T14:45:12.318Z' };

/** The certificate that every stored PEM text is taken for. */
const CERTIFICATE = {
  subject: 'CN=Plant CA',
  issuer: 'CN=Plant CA',
  valid_from: '2020-01-01T00:00:00.000Z',
  valid_to: '2099-12-31T00:00:00.000Z',
};

const SECRETS = ['password', 'token', 'signing_key'] as const;

/** The server that the stored secrets belong to. */
function serverOf({ kind, url, host, port }: Pick<DestinationConfigInput, 'kind' | 'url' | 'host' | 'port'>): string {
  return kind === 'email' ? `${host}:${port}` : new URL(url).origin;
}

export class PlayedDestinations extends Played implements DestinationAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'destination'> }>(fail);
  readonly destinations = new Map<string, DestinationView>();
  secretStorage: Destinations['secret_storage'] = 'file';
  /** How one fares that was just made. */
  first = STATUS;
  /** What a test of a configuration says. */
  verdict: DestinationTestResult = {
    ok: true,
    text: 'The server accepted the test message.',
    error: null,
    duration_ms: 8.3,
    steps: [
      { name: 'connect', outcome: 'passed', text: 'The server responds.' },
      { name: 'sign-in', outcome: 'passed', text: 'The server accepts the credentials.' },
      { name: 'send', outcome: 'passed', text: 'The server accepted the test message.' },
    ],
    notes: [],
  };
  /** Tries that wait until they are ended. */
  readonly waiting: AbortSignal[] = [];
  /** Whether tries wait until they are ended. */
  isSlow = false;
  readonly #removed = new Map<string, DestinationView>();
  #created = 0;

  list(): Destinations {
    return { destinations: [...this.destinations.values()], secret_storage: this.secretStorage };
  }

  get(id: string): DestinationView {
    const view = this.destinations.get(id);
    if (!view) throw new MensuraError('not-found', `No destination with ID ${id}.`);
    return view;
  }

  async create(input: DestinationConfigInput): Promise<DestinationView> {
    this.note('create', input);
    this.#requireFree(input.name, '');
    // The first has the id that the examples of the OpenAPI document have.
    const idOf = (): string => `n${(0x1a2b3c4 + this.#created).toString(16).padStart(8, '0')}`;
    while (this.destinations.has(idOf())) this.#created += 1;
    return this.#set(idOf(), input, undefined);
  }

  async update(id: string, input: DestinationConfigInput): Promise<DestinationView> {
    this.note('update', id, input);
    const view = this.get(id);
    this.#requireFree(input.name, id);
    for (const name of SECRETS) {
      if (view[`${name}_set`] && input[name] === undefined && serverOf(view.config) !== serverOf(input)) {
        throw invalidFields([{ path: name, message: 'must be entered again because the address changed' }]);
      }
    }
    return this.#set(id, input, view);
  }

  async setEnabled(id: string, enabled: boolean): Promise<DestinationView> {
    this.note('setEnabled', id, enabled);
    const view = this.get(id);
    return this.put({ ...view, config: { ...view.config, enabled } });
  }

  async remove(id: string): Promise<void> {
    this.note('remove', id);
    this.#removed.set(id, this.get(id));
    this.destinations.delete(id);
    this.events.emit('changed', { key: id, value: null });
  }

  async restore(id: string): Promise<DestinationView> {
    this.note('restore', id);
    const view = this.#removed.get(id);
    if (!view) throw new MensuraError('not-found', `No destination with ID ${id} was recently deleted.`);
    return this.put(view);
  }

  connect(id: string): DestinationView {
    this.note('connect', id);
    return this.get(id);
  }

  async test(
    input: DestinationConfigInput,
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<DestinationTestResult> {
    this.note('test', input, id);
    if (id !== undefined) this.get(id);
    if (!this.isSlow) return this.verdict;
    this.waiting.push(signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  /** Adds or replaces a destination, and says so. */
  put(view: DestinationView): DestinationView {
    this.destinations.set(view.id, view);
    this.events.emit('changed', { key: view.id, value: view });
    return view;
  }

  /** Has a destination fare otherwise, and says so. */
  fare(id: string, status: Partial<DestinationStatus>): void {
    const view = this.get(id);
    this.put({ ...view, status: { ...view.status, since: new Date().toISOString(), ...status } });
  }

  #set(id: string, input: DestinationConfigInput, before: DestinationView | undefined): DestinationView {
    const { password, token, signing_key, ca, ...config } = input;
    const isSet = (given: string | undefined, stored = false): boolean => (given === undefined ? stored : given !== '');
    return this.put({
      id,
      config: destinationFieldsSchema.parse(config),
      password_set: isSet(password, before?.password_set),
      token_set: isSet(token, before?.token_set),
      signing_key_set: isSet(signing_key, before?.signing_key_set),
      ca: isSet(ca, Boolean(before?.ca)) ? CERTIFICATE : null,
      status: before?.status ?? this.first,
    });
  }

  /** @throws MensuraError `conflict`, as the real administration does */
  #requireFree(name: string, id: string): void {
    if (![...this.destinations.values()].some((other) => other.id !== id && other.config.name === name)) return;
    const message = `a destination named "${name}" already exists`;
    throw new MensuraError('conflict', `name: ${message}.`, { errors: [{ path: 'name', message }] });
  }
}
