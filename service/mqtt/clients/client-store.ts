/** The configured MQTT clients. */
import { MAX_MQTT_CLIENTS } from '../../contract/index.ts';
import {
  type SecretConfigFormat,
  SecretConfigStore,
  type SecretConfigStoreOptions,
} from '../../secrets/secret-config-store.ts';
import { MensuraError } from '../../support/errors.ts';
import type { ClientConfig, Clients } from '../types.ts';
import { clientFile, clientFileSchema, readClients } from './client-file.ts';
import { addressOf } from './secrets.ts';

export const CLIENTS_FILE = 'mqtt-clients.json';

/** In code-unit order of the identifiers. */
function inOrder(clients: Iterable<readonly [string, ClientConfig]>): Clients {
  return new Map([...clients].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** @throws MensuraError `bad-request` with the limit */
export function requireClientLimit(count: number): void {
  if (count <= MAX_MQTT_CLIENTS) return;
  throw new MensuraError(
    'bad-request',
    `The limit is ${MAX_MQTT_CLIENTS} MQTT clients; this would be ${count}. Delete some first.`,
  );
}

export const CLIENT_FORMAT: SecretConfigFormat<ClientConfig, typeof clientFileSchema> = {
  fileName: CLIENTS_FILE,
  schema: clientFileSchema,
  empty: () => ({ mqtt: { clients: {} } }),
  noun: 'the MQTT clients',
  recordPrefix: 'mqtt-',
  read: (file, vault) =>
    readClients(file, vault).map(({ config, record, isClear }) => ({
      key: config.identifier,
      config,
      record,
      isClear,
    })),
  write: (clients, records) => clientFile(clients.values(), records),
  addressOf,
  inOrder,
  requireLimit: requireClientLimit,
};

export class ClientStore extends SecretConfigStore<ClientConfig, typeof clientFileSchema> {
  constructor(options: SecretConfigStoreOptions) {
    super(CLIENT_FORMAT, options);
  }

  /** As saved. */
  get clients(): Clients {
    return this.configs;
  }
}
