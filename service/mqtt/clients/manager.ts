import type {
  EntityChange,
  ExpertAdd,
  ExpertRemove,
  MqttBackup,
  MqttClientCreate,
  MqttClientInput,
  MqttClients,
  MqttClientView,
  MqttImport,
  MqttImported,
  MqttTestResult,
} from '../../contract/index.ts';
import { hasSecrets } from '../../secrets/secrets.ts';
import type { SecretVault } from '../../secrets/vault.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { RunnerSet } from '../../support/runner-set.ts';
import type { ClientConfig } from '../types.ts';
import * as changes from './changes.ts';
import { clientIdOf } from './client-id.ts';
import { ClientRunner, statusBeforeRunning } from './client-runner.ts';
import type { ClientStore } from './client-store.ts';
import { hasPkcs12, unpackPkcs12 } from './pkcs12.ts';
import type { ClientContext } from './running-client.ts';
import { secretsNeeded } from './secrets.ts';
import { removeOrphanedFolders } from './stray-folders.ts';
import { clientView, exportFile } from './views.ts';

/** Concurrent connection tests. */
const MAX_TESTS = 4;

export interface MqttManagerOptions extends ClientContext {
  store: ClientStore;
  vault: Pick<SecretVault, 'storage'>;
  /** Simulated devices are published; only shown to the user. */
  simulatedPublished: boolean;
}

export class MqttManager {
  readonly events: Emitter<{ changed: EntityChange<'mqtt-client'> }>;
  readonly #options: MqttManagerOptions;
  readonly #runners: RunnerSet<ClientConfig, ClientRunner, MqttClientView>;
  #tests = 0;

  constructor(options: MqttManagerOptions) {
    this.#options = options;
    this.events = new Emitter((error) => options.logger.error(`listener failed: ${errorText(error)}`, { error }));
    this.#runners = new RunnerSet({
      createRunner: (identifier, onChange) => new ClientRunner(identifier, options, onChange),
      viewOf: (identifier) => {
        const config = options.store.clients.get(identifier);
        return config && this.#view(config);
      },
      onChange: (key, value) => this.events.emit('changed', { key, value }),
      clock: options.clock,
    });
  }

  /** Finishes interrupted removals. Call after the store is read and before clients start. */
  async prepare(): Promise<void> {
    const { store, folder, logger } = this.#options;
    if (!store.liesDamagedAside) await removeOrphanedFolders(folder, store.clients.keys(), logger);
  }

  /** Starts every stored client. */
  start(): void {
    this.#options.publisher.start();
    this.#runners.start(this.#options.store.clients);
  }

  /** Disconnects from each broker and stores undelivered messages. */
  async stop(): Promise<void> {
    await this.#runners.stop();
    this.#options.publisher.stop();
  }

  list(): MqttClients {
    const { store, vault, simulatedPublished } = this.#options;
    return {
      clients: [...store.clients.values()].map((config) => this.#view(config)),
      secret_storage: vault.storage,
      simulated_published: simulatedPublished,
    };
  }

  get(identifier: string): MqttClientView {
    return this.#view(this.#find(identifier));
  }

  async expertAdd(body: ExpertAdd): Promise<void> {
    await this.#change((clients) => changes.applyExpertAdd(clients, body));
  }

  async expertRemove(body: ExpertRemove): Promise<void> {
    await this.#change((clients) => changes.applyExpertRemove(clients, body));
  }

  async create(client: MqttClientCreate): Promise<MqttClientView> {
    const unpacked = hasPkcs12(client) ? await unpackPkcs12(client) : client;
    await this.#change((clients) => changes.applyCreate(clients, unpacked));
    return this.get(client.identifier);
  }

  async update(identifier: string, client: MqttClientInput): Promise<MqttClientView> {
    const unpacked = hasPkcs12(client) ? await unpackPkcs12(client) : client;
    await this.#change((clients) => changes.applyUpdate(clients, identifier, unpacked));
    return this.get(identifier);
  }

  async setEnabled(identifier: string, enabled: boolean): Promise<MqttClientView> {
    await this.#change((clients) => changes.applySetEnabled(clients, identifier, enabled));
    return this.get(identifier);
  }

  async remove(identifier: string): Promise<void> {
    await this.#change((clients) => changes.applyRemove(clients, identifier));
  }

  /** Restores a recently deleted client with its secrets. */
  async restore(identifier: string): Promise<MqttClientView> {
    const config = this.#runners.removed(identifier);
    if (!config) {
      throw new MensuraError(
        'not-found',
        `Cannot undo the deletion of MQTT client ${identifier}: it was not recently deleted.`,
      );
    }
    await this.#change((clients) => changes.applyRestore(clients, config));
    return this.get(identifier);
  }

  /** Retries immediately. */
  connect(identifier: string): MqttClientView {
    this.#find(identifier);
    this.#runners.get(identifier)?.connectNow();
    return this.get(identifier);
  }

  /** After the computer resumes: reconnects immediately. */
  wake(): void {
    this.#runners.wake();
  }

  async test(client: MqttClientInput, identifier: string | undefined): Promise<MqttTestResult> {
    const { installation, clock, logger } = this.#options;
    if (this.#tests >= MAX_TESTS) {
      throw new MensuraError('too-many', `${MAX_TESTS} connection tests are already running. Wait for one to finish.`);
    }
    const before = identifier === undefined ? undefined : this.#find(identifier);
    this.#tests += 1;
    try {
      const config = changes.testConfig(before, hasPkcs12(client) ? await unpackPkcs12(client) : client);
      const { testConnection } = await import('../session/connection-test.ts');
      const clientId = clientIdOf(installation, config.identifier, config.advanced.client_id);
      return await testConnection({ config, clientId, clock, logger: logger.child('mqtt test') });
    } finally {
      this.#tests -= 1;
    }
  }

  async import(file: MqttImport): Promise<MqttImported> {
    const identifiers = Object.keys(file.mqtt.clients);
    const { before } = await this.#change((clients) => changes.applyImport(clients, file));
    return {
      added: identifiers.filter((identifier) => !before.has(identifier)),
      updated: identifiers.filter((identifier) => before.has(identifier)),
    };
  }

  /**
   * Validates a complete set of clients. @throws MensuraError `bad-request` with paths as in `mqtt.clients.lab.name`
   */
  checkReplacement(file: MqttBackup): void {
    changes.applyReplacement(this.#options.store.clients, file);
  }

  /**
   * Replaces all clients in one write, or none.
   * @param withSecrets identifiers of the clients that had secrets in the backup's installation
   * @returns identifiers of those whose secrets must be entered again
   * @throws MensuraError `bad-request`, `storage-failed`
   */
  async replaceAll(file: MqttBackup, withSecrets: readonly string[]): Promise<string[]> {
    const { before, after } = await this.#change((clients) => changes.applyReplacement(clients, file));
    return secretsNeeded(before, after, new Set(withSecrets));
  }

  /** Identifiers of clients with secrets, including unreadable ones. */
  withSecrets(): string[] {
    const clients = [...this.#options.store.clients.values()];
    return clients.filter(({ secrets }) => !secrets || hasSecrets(secrets)).map(({ identifier }) => identifier);
  }

  /** Every password, certificate and key, for redaction. */
  secretTexts(): string[] {
    const clients = [...this.#options.store.clients.values()];
    return clients.flatMap(({ secrets }) => Object.values(secrets ?? {})).filter((text) => text !== '');
  }

  export(): MqttImport {
    return exportFile(this.#options.store.clients.values());
  }

  /** Saves a change and applies it to the clients; does not wait for a broker. */
  async #change(make: Parameters<ClientStore['change']>[0]): ReturnType<ClientStore['change']> {
    const change = await this.#options.store.change(make);
    this.#runners.apply(change);
    return change;
  }

  #find(identifier: string): ClientConfig {
    const config = this.#options.store.clients.get(identifier);
    if (!config) throw new MensuraError('not-found', `No MQTT client with the identifier ${identifier}.`);
    return config;
  }

  #view(config: ClientConfig): MqttClientView {
    const { enabled } = config.advanced;
    const runner = this.#runners.get(config.identifier);
    return clientView(config, runner?.status(enabled) ?? statusBeforeRunning(enabled, this.#options.clock.now()));
  }
}
