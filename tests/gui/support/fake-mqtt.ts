/** The MQTT routes of the app API, played in memory: strict about what it is sent, and steered by the test. */
import {
  MQTT_ADVANCED_DEFAULTS,
  type MqttClientEvent,
  type MqttClientInput,
  type MqttClientView,
  type MqttStatus,
  type MqttVerdict,
  mqttClientCreateSchema,
  mqttClientInputSchema,
  mqttImportSchema,
  withMqttDefaults,
} from '../../../service/contract/index.ts';
import { clientStatus } from './clients.ts';
import { type Answer, checked, PlayedRoutes, refusal } from './played-routes.ts';

type Secrets = { password: string; ca: string; certificate: string; key: string };

const NONE: Secrets = { password: '', ca: '', certificate: '', key: '' };

/** The certificate that every stored PEM text is taken for. */
const CERTIFICATE = {
  subject: 'CN=Plant CA',
  issuer: 'CN=Plant CA',
  valid_from: '2020-01-01T00:00:00.000Z',
  valid_to: '2099-12-31T00:00:00.000Z',
};

export class FakeMqtt extends PlayedRoutes {
  readonly clients = new Map<string, MqttClientView>();
  secretStorage: 'key-store' | 'file' = 'file';
  simulatedPublished = true;
  verdict: MqttVerdict = { ok: true, text: 'The broker takes the client.', error: null, duration_ms: 35.2, notes: [] };
  readonly #secrets = new Map<string, Secrets>();
  readonly #removed = new Map<string, MqttClientView>();
  readonly #tell: (event: MqttClientEvent) => void;

  constructor(tell: (event: MqttClientEvent) => void) {
    super();
    this.#tell = tell;
  }

  /** Adds or replaces a client and tells everyone, as if it was done elsewhere. */
  put(view: MqttClientView): MqttClientView {
    this.clients.set(view.identifier, view);
    if (!this.#secrets.has(view.identifier)) {
      const { ca, certificate, key_set } = view.advanced;
      const text = (there: unknown): string => (there ? 'stored' : '');
      this.#secrets.set(view.identifier, {
        password: text(view.password_set),
        ca: text(ca),
        certificate: text(certificate),
        key: text(key_set),
      });
    }
    this.#tell({ identifier: view.identifier, client: view });
    return view;
  }

  /** Has a client fare otherwise. */
  fare(identifier: string, status: Partial<MqttStatus>): void {
    const view = this.clients.get(identifier);
    if (!view) throw new Error(`There is no client ${identifier}.`);
    this.put({ ...view, status: { ...view.status, since: new Date().toISOString(), ...status } });
  }

  /** Removes a client as if it was done elsewhere. */
  remove(identifier: string): void {
    const view = this.clients.get(identifier);
    if (view) this.#removed.set(identifier, view);
    this.clients.delete(identifier);
    this.#tell({ identifier, client: null });
  }

  protected usual(method: string, path: string, body: unknown): Answer {
    const [list, encoded = '', action = ''] = path.split('/');
    const identifier = decodeURIComponent(encoded);
    switch (`${method} ${list}${encoded && '/id'}${action && `/${action}`}`) {
      case 'GET clients':
        return {
          status: 200,
          body: {
            clients: [...this.clients.values()],
            secret_storage: this.secretStorage,
            simulated_published: this.simulatedPublished,
          },
        };
      case 'POST clients':
        return this.#create(body);
      case 'PUT clients/id':
        return this.#known(identifier, (view) => this.#update(view, body));
      case 'DELETE clients/id':
        return this.#known(identifier, () => {
          this.remove(identifier);
          return { status: 204 };
        });
      case 'POST clients/id/restore': {
        const view = this.#removed.get(identifier);
        return view ? { status: 200, body: this.put(view) } : refusal(404, 'There is nothing to undo.');
      }
      case 'POST clients/id/enable':
      case 'POST clients/id/disable':
        return this.#known(identifier, (view) => {
          const advanced = { ...view.advanced, enabled: action === 'enable' };
          return { status: 200, body: this.put({ ...view, advanced }) };
        });
      case 'POST clients/id/connect':
        return this.#known(identifier, (view) => ({ status: 200, body: view }));
      case 'POST test':
      case 'POST clients/id/test':
        return checked(mqttClientInputSchema, body, () => ({ status: 200, body: this.verdict }));
      case 'GET export':
        return this.#export();
      case 'POST import':
        return checked(mqttImportSchema, body, ({ mqtt }) => this.#import(mqtt.clients));
      default:
        return refusal(404, `There is no ${method} ${path} here.`);
    }
  }

  #known(identifier: string, act: (view: MqttClientView) => Answer): Answer {
    const view = this.clients.get(identifier);
    return view ? act(view) : refusal(404, `There is no MQTT client with the identifier ${identifier}.`);
  }

  #create(body: unknown): Answer {
    return checked(mqttClientCreateSchema, body, ({ identifier, ...input }) => {
      if (this.clients.has(identifier)) return refusal(409, `There is a client ${identifier} already.`);
      return { status: 201, body: this.#set(identifier, input, NONE, clientStatus()) };
    });
  }

  #update(view: MqttClientView, body: unknown): Answer {
    return checked(mqttClientInputSchema, body, (input) => {
      const kept = this.#secrets.get(view.identifier) ?? NONE;
      const { host, port, ssl, advanced } = input;
      const isElsewhere =
        host !== view.host ||
        port !== view.port ||
        ssl !== view.ssl ||
        advanced?.check_server_name !== view.advanced.check_server_name ||
        advanced?.ca !== undefined;
      if (kept.password !== '' && input.password === undefined && isElsewhere) {
        const message = 'must be given again: the address has changed';
        return refusal(400, `password: ${message}.`, [{ path: 'password', message }]);
      }
      return { status: 200, body: this.#set(view.identifier, input, kept, view.status) };
    });
  }

  #set(identifier: string, input: MqttClientInput, kept: Secrets, status: MqttStatus): MqttClientView {
    const { ca = kept.ca, certificate = kept.certificate, key = kept.key, ...given } = input.advanced ?? {};
    const secrets = { password: input.password ?? kept.password, ca, certificate, key };
    this.#secrets.set(identifier, secrets);
    const advanced = { ...MQTT_ADVANCED_DEFAULTS, ...(given as object) };
    return this.put({
      identifier,
      ...withMqttDefaults(identifier, input),
      password_set: secrets.password !== '',
      advanced: {
        ...advanced,
        ca: ca ? CERTIFICATE : null,
        certificate: certificate ? CERTIFICATE : null,
        key_set: key !== '',
      },
      status,
    });
  }

  #export(): Answer {
    const entries = [...this.clients.values()].map(({ identifier, host, name, port }) => [
      identifier,
      { host, name, port },
    ]);
    return {
      status: 200,
      body: { mqtt: { clients: Object.fromEntries(entries) } },
      headers: { 'Content-Disposition': 'attachment; filename="mqtt-clients.json"' },
    };
  }

  #import(clients: Record<string, MqttClientInput>): Answer {
    const identifiers = Object.keys(clients);
    const updated = identifiers.filter((identifier) => this.clients.has(identifier));
    for (const [identifier, input] of Object.entries(clients)) this.#set(identifier, input, NONE, clientStatus());
    return {
      status: 200,
      body: { added: identifiers.filter((identifier) => !updated.includes(identifier)), updated },
    };
  }
}
