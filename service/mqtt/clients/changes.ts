/** Applies requests to the clients: pure functions from the current clients to the new ones. */
import type {
  ExpertAdd,
  ExpertRemove,
  MqttBackup,
  MqttClientCreate,
  MqttClientInput,
  MqttImport,
} from '../../contract/index.ts';
import { type FieldError, invalidFields, MensuraError } from '../../support/errors.ts';
import type { ClientConfig, Clients } from '../types.ts';
import { requireClientLimit } from './client-store.ts';
import { appConfig, expertConfig, importedConfig, restoredConfig, type ValidatedClient } from './configs.ts';
import { findConflicts } from './conflicts.ts';

/** Field errors listed in a refusal; a request can have thousands. */
const MAX_ERRORS = 20;

/** Stands in for the identifier of a client that is only tested. */
const TEST_NAME = 'trial';

/** The path of a client in a request; empty in an app API body, which holds one client. */
type Within = (identifier: string) => string;

const inBody: Within = () => '';
const inMap: Within = (identifier) => `mqtt.clients.${identifier}.`;

/** @throws MensuraError `bad-request` if there are errors */
function requireGood(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidFields(errors.slice(0, MAX_ERRORS));
}

/**
 * Adds or replaces clients, all of them or none.
 * @throws MensuraError `bad-request` with each field error, or the limit
 */
function put(clients: Clients, made: readonly ValidatedClient[], within: Within): Clients {
  const named = new Set(made.map(({ config }) => config.identifier));
  // First, since the checks below get slower with the number of clients.
  requireClientLimit(new Set([...clients.keys(), ...named]).size);
  requireGood(
    made.flatMap(({ config, errors }) =>
      errors.map(({ path, message }) => ({ path: within(config.identifier) + path, message })),
    ),
  );
  const after = new Map([...clients, ...made.map(({ config }) => [config.identifier, config] as const)]);
  requireGood(
    findConflicts(after.values()).map(({ identifiers: [one, other], field, message }) => ({
      path: within(named.has(other) ? other : one) + field,
      message,
    })),
  );
  return after;
}

/** @throws MensuraError `not-found` */
function find(clients: Clients, identifier: string): ClientConfig {
  const config = clients.get(identifier);
  if (config) return config;
  throw new MensuraError('not-found', `No MQTT client with the identifier "${identifier}".`);
}

/** @throws MensuraError `conflict` for an identifier in use */
function requireFree(clients: Clients, identifier: string): void {
  if (!clients.has(identifier)) return;
  const message = `an MQTT client with the identifier "${identifier}" already exists`;
  throw new MensuraError('conflict', `identifier: ${message}.`, { errors: [{ path: 'identifier', message }] });
}

/**
 * `add_mqtt_clients` (interface.md#add-mqtt-clients). An omitted field gets its default, an omitted password is
 * empty; fields of the app API stay, except a key and certificate whose address changed.
 * @throws MensuraError `bad-request`, with paths as in `mqtt.clients.lab.name`
 */
export function applyExpertAdd(clients: Clients, { mqtt }: ExpertAdd): Clients {
  const made = Object.entries(mqtt.clients).map(([identifier, input]) =>
    expertConfig(identifier, clients.get(identifier), input),
  );
  return put(clients, made, inMap);
}

/**
 * `remove_mqtt_client` (interface.md#remove-mqtt-clients): all clients of a name; if no name matches, by identifier.
 * @throws MensuraError `bad-request` for an entry that matches nothing, with its path `mqtt.clients.<index>`
 */
export function applyExpertRemove(clients: Clients, { mqtt }: ExpertRemove): Clients {
  const removed = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, entry] of mqtt.clients.entries()) {
    const byName = [...clients.values()].filter(({ fields }) => fields.name === entry);
    const matching = byName.length > 0 ? byName : [clients.get(entry)].filter((config) => config !== undefined);
    for (const { identifier } of matching) removed.add(identifier);
    if (matching.length > 0) continue;
    const message = `no MQTT client with the name or the identifier "${entry}"`;
    errors.push({ path: `mqtt.clients.${index}`, message });
  }
  requireGood(errors);
  return new Map([...clients].filter(([identifier]) => !removed.has(identifier)));
}

/**
 * Adds a client of the app API.
 * @throws MensuraError `conflict` for an identifier in use; `bad-request` with paths as in `advanced.key`
 */
export function applyCreate(clients: Clients, { identifier, ...input }: MqttClientCreate): Clients {
  requireFree(clients, identifier);
  return put(clients, [appConfig(identifier, undefined, input)], inBody);
}

/**
 * Replaces a client of the app API. Omitted secrets stay; if the address changes, they must be entered again or
 * removed by an empty text.
 * @throws MensuraError `not-found`; `bad-request` with paths as in `password`
 */
export function applyUpdate(clients: Clients, identifier: string, input: MqttClientInput): Clients {
  return put(clients, [appConfig(identifier, find(clients, identifier), input)], inBody);
}

/**
 * A client to test, as `applyUpdate` or `applyCreate` would make it, regardless of other clients.
 * @param before supplies the secrets that the input omits
 * @throws MensuraError `bad-request`
 */
export function testConfig(before: ClientConfig | undefined, input: MqttClientInput): ClientConfig {
  const { config, errors } = appConfig(before?.identifier ?? TEST_NAME, before, input);
  requireGood(errors);
  return config;
}

/**
 * Imports a file of clients, replacing those of the same identifier. Omitted secrets: as in `applyExpertAdd`.
 * @throws MensuraError `bad-request`, with paths as in `mqtt.clients.lab.advanced.key`
 */
export function applyImport(clients: Clients, { mqtt }: MqttImport): Clients {
  const made = Object.entries(mqtt.clients).map(([identifier, input]) =>
    importedConfig(identifier, clients.get(identifier), input),
  );
  return put(clients, made, inMap);
}

/**
 * Replaces all clients by those of a backup.
 * @throws MensuraError `bad-request`, with paths as in `mqtt.clients.lab.name`
 */
export function applyReplacement(clients: Clients, { mqtt }: MqttBackup): Clients {
  const entries = Object.entries(mqtt.clients);
  requireClientLimit(entries.length);
  const made = entries.map(([identifier, input]) => restoredConfig(identifier, clients.get(identifier), input));
  return put(new Map(), made, inMap);
}

/** @throws MensuraError `not-found` */
export function applySetEnabled(clients: Clients, identifier: string, enabled: boolean): Clients {
  const config = find(clients, identifier);
  return new Map([...clients, [identifier, { ...config, advanced: { ...config.advanced, enabled } }]]);
}

/** @throws MensuraError `not-found` */
export function applyRemove(clients: Clients, identifier: string): Clients {
  find(clients, identifier);
  return new Map([...clients].filter(([other]) => other !== identifier));
}

/**
 * Restores a removed client unchanged.
 * @throws MensuraError `conflict` if its identifier is in use by now; `bad-request` if its name is
 */
export function applyRestore(clients: Clients, config: ClientConfig): Clients {
  requireFree(clients, config.identifier);
  return put(clients, [{ config, errors: [] }], inBody);
}
