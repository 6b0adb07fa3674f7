/** MQTT clients in memory, without brokers: answers as the real administration does, and remembers what it was asked. */
import {
  type ExpertAdd,
  type ExpertRemove,
  MQTT_ADVANCED_DEFAULTS,
  type MqttClientCreate,
  type MqttClientEvent,
  type MqttClientInput,
  type MqttClients,
  type MqttClientView,
  type MqttImport,
  type MqttImported,
  type MqttStatus,
  type MqttVerdict,
  withMqttDefaults,
} from '../../../../service/contract/index.ts';
import type { MqttAdministration } from '../../../../service/http/index.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { MensuraError } from '../../../../service/support/errors.ts';

const SINCE = '2026-11-20T14:45:12.318Z';

const STATUS: MqttStatus = {
  state: 'connecting',
  since: SINCE,
  error: null,
  next_retry: null,
  published: 0,
  queued: 0,
  queued_bytes: 0,
  dropped: 0,
  violations: 0,
  last_published: null,
};

const VERDICT: MqttVerdict = { ok: true, text: 'The broker answers.', error: null, duration_ms: 12.5, notes: [] };

function viewOf(identifier: string, input: MqttClientInput): MqttClientView {
  const { ca: _ca, certificate: _certificate, key, ...advanced } = input.advanced ?? {};
  const given = Object.fromEntries(Object.entries(advanced).filter(([, value]) => value !== undefined));
  return {
    identifier,
    ...withMqttDefaults(identifier, input),
    password_set: Boolean(input.password),
    advanced: { ...MQTT_ADVANCED_DEFAULTS, ...given, ca: null, certificate: null, key_set: Boolean(key) },
    status: STATUS,
  };
}

export class PlayedMqtt implements MqttAdministration {
  readonly events = new Emitter<{ changed: MqttClientEvent }>((error) => {
    throw error;
  });
  /** What it was asked to do, with what it was given; questions alone are not counted. */
  readonly calls: unknown[][] = [];
  /** What everything asked of it fails with. */
  failure: Error | undefined;
  readonly #clients = new Map<string, MqttClientView>();
  readonly #removed = new Map<string, MqttClientView>();

  list(): MqttClients {
    const clients = [...this.#clients.values()].toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1));
    return { clients, secret_storage: 'file', simulated_published: false };
  }

  get(identifier: string): MqttClientView {
    const view = this.#clients.get(identifier);
    if (!view) throw new MensuraError('not-found', `There is no MQTT client "${identifier}".`);
    return view;
  }

  async expertAdd(body: ExpertAdd): Promise<void> {
    this.#note('expertAdd', body);
    for (const [identifier, input] of Object.entries(body.mqtt.clients)) this.#set(viewOf(identifier, input));
  }

  async expertRemove(body: ExpertRemove): Promise<void> {
    this.#note('expertRemove', body);
  }

  async create({ identifier, ...input }: MqttClientCreate): Promise<MqttClientView> {
    this.#note('create', { identifier, ...input });
    if (this.#clients.has(identifier)) {
      throw new MensuraError('conflict', `There is an MQTT client "${identifier}" already.`);
    }
    return this.#set(viewOf(identifier, input));
  }

  async update(identifier: string, input: MqttClientInput): Promise<MqttClientView> {
    this.#note('update', identifier, input);
    this.get(identifier);
    return this.#set(viewOf(identifier, input));
  }

  async setEnabled(identifier: string, enabled: boolean): Promise<MqttClientView> {
    this.#note('setEnabled', identifier, enabled);
    const view = this.get(identifier);
    return this.#set({ ...view, advanced: { ...view.advanced, enabled } });
  }

  async remove(identifier: string): Promise<void> {
    this.#note('remove', identifier);
    this.#removed.set(identifier, this.get(identifier));
    this.#clients.delete(identifier);
    this.events.emit('changed', { identifier, client: null });
  }

  async restore(identifier: string): Promise<MqttClientView> {
    this.#note('restore', identifier);
    const view = this.#removed.get(identifier);
    if (!view) throw new MensuraError('not-found', `No MQTT client "${identifier}" was removed a moment ago.`);
    return this.#set(view);
  }

  connect(identifier: string): MqttClientView {
    this.#note('connect', identifier);
    return this.get(identifier);
  }

  async test(client: MqttClientInput, identifier: string | undefined): Promise<MqttVerdict> {
    this.#note('test', client, identifier);
    if (identifier !== undefined) this.get(identifier);
    return VERDICT;
  }

  async import(file: MqttImport): Promise<MqttImported> {
    this.#note('import', file);
    const identifiers = Object.keys(file.mqtt.clients);
    const updated = identifiers.filter((identifier) => this.#clients.has(identifier));
    for (const [identifier, input] of Object.entries(file.mqtt.clients)) this.#set(viewOf(identifier, input));
    return { added: identifiers.filter((identifier) => !updated.includes(identifier)), updated };
  }

  export(): MqttImport {
    const clients = this.list().clients.map(({ identifier, host, name, port }) => [identifier, { host, name, port }]);
    return { mqtt: { clients: Object.fromEntries(clients) } };
  }

  /** Has a client fare otherwise, and says so. */
  fare(identifier: string, status: Partial<MqttStatus>): void {
    const view = this.get(identifier);
    this.#set({ ...view, status: { ...view.status, ...status } });
  }

  #note(...call: unknown[]): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }

  #set(view: MqttClientView): MqttClientView {
    this.#clients.set(view.identifier, view);
    this.events.emit('changed', { identifier: view.identifier, client: view });
    return view;
  }
}
