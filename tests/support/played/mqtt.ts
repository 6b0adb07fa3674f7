/** MQTT clients in memory, without brokers. */
import {
  type EntityChange,
  type ExpertAdd,
  type ExpertRemove,
  MQTT_ADVANCED_DEFAULTS,
  type MqttClientCreate,
  type MqttClientInput,
  type MqttClients,
  type MqttClientView,
  type MqttImport,
  type MqttImported,
  type MqttStatus,
  type MqttTestResult,
  withMqttDefaults,
} from '../../../service/contract/index.ts';
import type { MqttAdministration } from '../../../service/http/options.ts';
import { unpackPkcs12 } from '../../../service/mqtt/clients/pkcs12.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { invalidFields, MensuraError } from '../../../service/support/errors.ts';
import { clientStatus } from '../views/clients.ts';
import { fail, Played } from './played.ts';

const STATUS: MqttStatus = { ...clientStatus(), state: 'connecting', since: '2026-11-20T14:45:12.318Z' };

type Secrets = { password: string; ca: string; certificate: string; key: string; proxy_password: string };

const NONE: Secrets = { password: '', ca: '', certificate: '', key: '', proxy_password: '' };

/** The certificate that every stored PEM text is taken for. */
const CERTIFICATE = {
  subject: 'CN=Plant CA',
  issuer: 'CN=Plant CA',
  valid_from: '2020-01-01T00:00:00.000Z',
  valid_to: '2099-12-31T00:00:00.000Z',
};

export class PlayedMqtt extends Played implements MqttAdministration {
  readonly events = new Emitter<{ changed: EntityChange<'mqtt-client'> }>(fail);
  readonly clients = new Map<string, MqttClientView>();
  secretStorage: MqttClients['secret_storage'] = 'file';
  simulatedPublished = false;
  /** How one fares that was just made. */
  first = STATUS;
  /** What a test of a configuration says. */
  verdict: MqttTestResult = {
    ok: true,
    text: 'The broker takes the client.',
    error: null,
    duration_ms: 35.2,
    notes: [],
  };
  readonly #secrets = new Map<string, Secrets>();
  readonly #removed = new Map<string, MqttClientView>();

  list(): MqttClients {
    const clients = [...this.clients.values()].toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1));
    return { clients, secret_storage: this.secretStorage, simulated_published: this.simulatedPublished };
  }

  get(identifier: string): MqttClientView {
    const view = this.clients.get(identifier);
    if (!view) throw new MensuraError('not-found', `MQTT client "${identifier}" does not exist.`);
    return view;
  }

  async expertAdd(body: ExpertAdd): Promise<void> {
    this.note('expertAdd', body);
    for (const [identifier, input] of Object.entries(body.mqtt.clients)) this.#set(identifier, input);
  }

  async expertRemove(body: ExpertRemove): Promise<void> {
    this.note('expertRemove', body);
  }

  async create({ identifier, ...input }: MqttClientCreate): Promise<MqttClientView> {
    this.note('create', { identifier, ...input });
    if (this.clients.has(identifier)) {
      throw new MensuraError('conflict', `There is an MQTT client "${identifier}" already.`);
    }
    return this.#set(identifier, await unpackPkcs12(input));
  }

  async update(identifier: string, input: MqttClientInput): Promise<MqttClientView> {
    this.note('update', identifier, input);
    const view = this.get(identifier);
    const kept = this.#secrets.get(identifier) ?? NONE;
    if (kept.password !== '' && input.password === undefined && isElsewhere(view, input)) {
      throw invalidFields([{ path: 'password', message: 'must be given again: the address has changed' }]);
    }
    return this.#set(identifier, await unpackPkcs12(input), kept, view.status);
  }

  async setEnabled(identifier: string, enabled: boolean): Promise<MqttClientView> {
    this.note('setEnabled', identifier, enabled);
    const view = this.get(identifier);
    return this.put({ ...view, advanced: { ...view.advanced, enabled } });
  }

  async remove(identifier: string): Promise<void> {
    this.note('remove', identifier);
    this.#removed.set(identifier, this.get(identifier));
    this.clients.delete(identifier);
    this.events.emit('changed', { key: identifier, value: null });
  }

  async restore(identifier: string): Promise<MqttClientView> {
    this.note('restore', identifier);
    const view = this.#removed.get(identifier);
    if (!view) throw new MensuraError('not-found', `No MQTT client "${identifier}" was recently deleted.`);
    return this.put(view);
  }

  connect(identifier: string): MqttClientView {
    this.note('connect', identifier);
    return this.get(identifier);
  }

  async test(client: MqttClientInput, identifier: string | undefined): Promise<MqttTestResult> {
    this.note('test', client, identifier);
    if (identifier !== undefined) this.get(identifier);
    return this.verdict;
  }

  async import(file: MqttImport): Promise<MqttImported> {
    this.note('import', file);
    const identifiers = Object.keys(file.mqtt.clients);
    const updated = identifiers.filter((identifier) => this.clients.has(identifier));
    for (const [identifier, input] of Object.entries(file.mqtt.clients)) this.#set(identifier, input);
    return { added: identifiers.filter((identifier) => !updated.includes(identifier)), updated };
  }

  export(): MqttImport {
    const clients = this.list().clients.map(({ identifier, host, name, port }) => [identifier, { host, name, port }]);
    return { mqtt: { clients: Object.fromEntries(clients) } };
  }

  /** Adds or replaces a client, and says so; what it shows of secrets is stored. */
  put(view: MqttClientView): MqttClientView {
    const { ca, certificate, key_set, proxy_password_set } = view.advanced;
    if (!this.#secrets.has(view.identifier)) {
      const text = (there: unknown): string => (there ? 'stored' : '');
      this.#secrets.set(view.identifier, {
        password: text(view.password_set),
        ca: text(ca),
        certificate: text(certificate),
        key: text(key_set),
        proxy_password: text(proxy_password_set),
      });
    }
    this.clients.set(view.identifier, view);
    this.events.emit('changed', { key: view.identifier, value: view });
    return view;
  }

  /** Has a client fare otherwise, and says so. */
  fare(identifier: string, status: Partial<MqttStatus>): void {
    const view = this.get(identifier);
    this.put({ ...view, status: { ...view.status, since: new Date().toISOString(), ...status } });
  }

  #set(identifier: string, input: MqttClientInput, kept = NONE, status = this.first): MqttClientView {
    const {
      ca = kept.ca,
      certificate = kept.certificate,
      key = kept.key,
      proxy_password = kept.proxy_password,
      ...advanced
    } = input.advanced ?? {};
    const password = input.password ?? kept.password;
    this.#secrets.set(identifier, { password, ca, certificate, key, proxy_password });
    const given = Object.fromEntries(Object.entries(advanced).filter(([, value]) => value !== undefined));
    return this.put({
      identifier,
      ...withMqttDefaults(identifier, input),
      password_set: password !== '',
      advanced: {
        ...MQTT_ADVANCED_DEFAULTS,
        ...given,
        ca: ca ? CERTIFICATE : null,
        certificate: certificate ? CERTIFICATE : null,
        key_set: key !== '',
        proxy_password_set: proxy_password !== '',
      },
      status,
    });
  }
}

/** Whether a stored password would go to somewhere else, or to somebody else. */
function isElsewhere(view: MqttClientView, { host, port, ssl, advanced }: MqttClientInput): boolean {
  return (
    host !== view.host ||
    port !== view.port ||
    ssl !== view.ssl ||
    advanced?.check_server_name !== view.advanced.check_server_name ||
    advanced.proxy !== view.advanced.proxy ||
    advanced?.ca !== undefined
  );
}
