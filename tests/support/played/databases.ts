/** Databases in memory, without servers. */
import {
  type Backfill,
  type BackfillInput,
  type DatabaseConfigInput,
  type DatabaseStatus,
  type Databases,
  type DatabaseTestResult,
  type DatabaseView,
  databaseFieldsSchema,
  type EntityChange,
} from '../../../service/contract/index.ts';
import type { DatabaseAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { invalidFields, MensuraError } from '../../../service/support/errors.ts';
import { databaseStatus } from '../views/databases.ts';
import { fail, Played } from './played.ts';

const STATUS: DatabaseStatus = { ...databaseStatus(), state: 'connecting', since: '2026-11-20T14:45:12.318Z' };

/** The certificate that every stored PEM text is taken for. */
const CERTIFICATE = {
  subject: 'CN=Plant CA',
  issuer: 'CN=Plant CA',
  valid_from: '2020-01-01T00:00:00.000Z',
  valid_to: '2099-12-31T00:00:00.000Z',
};

function originOf({ url }: { url: string }): string {
  return new URL(url).origin;
}

const SECRETS = ['password', 'token', 'ca', 'certificate', 'key'] as const;

export class PlayedDatabases extends Played implements DatabaseAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'database'> }>(fail);
  readonly databases = new Map<string, DatabaseView>();
  secretStorage: Databases['secret_storage'] = 'file';
  simulatedWritten = false;
  /** How one fares that was just made. */
  first = STATUS;
  /** What a test of a configuration says. */
  verdict: DatabaseTestResult = {
    ok: true,
    text: 'The database accepts readings.',
    error: null,
    duration_ms: 8.3,
    steps: [
      { name: 'connect', outcome: 'passed', text: 'The server responds: InfluxDB 1.6.7.' },
      { name: 'access', outcome: 'passed', text: 'The database "plant" exists.' },
      { name: 'write', outcome: 'passed', text: 'The server accepts readings.' },
    ],
    notes: [],
  };
  /** Tries that wait until they are ended. */
  readonly waiting: AbortSignal[] = [];
  /** Whether tries wait until they are ended. */
  isSlow = false;
  readonly #removed = new Map<string, DatabaseView>();
  #created = 0;

  list(): Databases {
    return {
      databases: [...this.databases.values()],
      secret_storage: this.secretStorage,
      simulated_written: this.simulatedWritten,
    };
  }

  get(id: string): DatabaseView {
    const view = this.databases.get(id);
    if (!view) throw new MensuraError('not-found', `No database with ID ${id}.`);
    return view;
  }

  async create(input: DatabaseConfigInput): Promise<DatabaseView> {
    this.note('create', input);
    this.#requireFree(input.name, '');
    // The first has the id that the examples of the OpenAPI document have.
    const idOf = (): string => `b${(0x1a2b3c4 + this.#created).toString(16).padStart(8, '0')}`;
    while (this.databases.has(idOf())) this.#created += 1;
    return this.#set(idOf(), input, undefined);
  }

  async update(id: string, input: DatabaseConfigInput): Promise<DatabaseView> {
    this.note('update', id, input);
    const view = this.get(id);
    this.#requireFree(input.name, id);
    for (const name of ['password', 'token'] as const) {
      if (view[`${name}_set`] && input[name] === undefined && originOf(view.config) !== originOf(input)) {
        throw invalidFields([{ path: name, message: 'must be entered again because the address changed' }]);
      }
    }
    return this.#set(id, input, view);
  }

  async setEnabled(id: string, enabled: boolean): Promise<DatabaseView> {
    this.note('setEnabled', id, enabled);
    const view = this.get(id);
    return this.put({ ...view, config: { ...view.config, enabled } });
  }

  async remove(id: string): Promise<void> {
    this.note('remove', id);
    this.#removed.set(id, this.get(id));
    this.databases.delete(id);
    this.events.emit('changed', { key: id, value: null });
  }

  async restore(id: string): Promise<DatabaseView> {
    this.note('restore', id);
    const view = this.#removed.get(id);
    if (!view) throw new MensuraError('not-found', `No database with ID ${id} was recently deleted.`);
    return this.put(view);
  }

  connect(id: string): DatabaseView {
    this.note('connect', id);
    return this.get(id);
  }

  async test(input: DatabaseConfigInput, id: string | undefined, signal: AbortSignal): Promise<DatabaseTestResult> {
    this.note('test', input, id);
    if (id !== undefined) this.get(id);
    if (!this.isSlow) return this.verdict;
    this.waiting.push(signal);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  async startBackfill(id: string, { from, to }: BackfillInput): Promise<Backfill> {
    this.note('startBackfill', id, { from, to });
    const { backfill } = this.get(id).status;
    if (backfill?.ended === null) throw new MensuraError('conflict', 'A backfill is already running.');
    const started = '2026-11-20T14:45:12.318Z';
    return this.fareBackfill(id, {
      state: 'running',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      written: 0,
      discarded: 0,
      progress: 0,
      error: null,
      started,
      ended: null,
    });
  }

  backfill(id: string): Backfill {
    const { backfill } = this.get(id).status;
    if (!backfill) throw new MensuraError('not-found', `The database ${id} has no backfill.`);
    return backfill;
  }

  async pauseBackfill(id: string, paused: boolean): Promise<Backfill> {
    this.note('pauseBackfill', id, paused);
    return this.fareBackfill(id, { ...this.backfill(id), state: paused ? 'paused' : 'running' });
  }

  async cancelBackfill(id: string): Promise<Backfill> {
    this.note('cancelBackfill', id);
    const backfill = this.backfill(id);
    if (backfill.ended !== null) return backfill;
    return this.fareBackfill(id, { ...backfill, state: 'canceled', ended: new Date().toISOString() });
  }

  /** Adds or replaces a database, and says so. */
  put(view: DatabaseView): DatabaseView {
    this.databases.set(view.id, view);
    this.events.emit('changed', { key: view.id, value: view });
    return view;
  }

  /** Has a database fare otherwise, and says so. */
  fare(id: string, status: Partial<DatabaseStatus>): void {
    const view = this.get(id);
    this.put({ ...view, status: { ...view.status, since: new Date().toISOString(), ...status } });
  }

  fareBackfill(id: string, backfill: Backfill): Backfill {
    this.fare(id, { backfill });
    return backfill;
  }

  #set(id: string, input: DatabaseConfigInput, before: DatabaseView | undefined): DatabaseView {
    const config = Object.fromEntries(
      Object.entries(input).filter(([name]) => !(SECRETS as readonly string[]).includes(name)),
    );
    const isSet = (given: string | undefined, stored = false): boolean => (given === undefined ? stored : given !== '');
    return this.put({
      id,
      config: databaseFieldsSchema.parse(config),
      password_set: isSet(input.password, before?.password_set),
      token_set: isSet(input.token, before?.token_set),
      ca: isSet(input.ca, Boolean(before?.ca)) ? CERTIFICATE : null,
      certificate: isSet(input.certificate, Boolean(before?.certificate)) ? CERTIFICATE : null,
      key_set: isSet(input.key, before?.key_set),
      status: before?.status ?? this.first,
    });
  }

  /** @throws MensuraError `conflict`, as the real administration does */
  #requireFree(name: string, id: string): void {
    if (![...this.databases.values()].some((other) => other.id !== id && other.config.name === name)) return;
    const message = `a database named "${name}" already exists`;
    throw new MensuraError('conflict', `name: ${message}.`, { errors: [{ path: 'name', message }] });
  }
}
