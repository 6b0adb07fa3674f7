/** Stores on a folder of their own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClientStore } from '../../../../../service/mqtt/clients/client-store.ts';
import type { ClientConfig } from '../../../../../service/mqtt/types.ts';
import { SecretStore } from '../../../../../service/settings/secret-store.ts';
import { silentLogger } from '../../../../../service/support/logger.ts';

export interface OpenedStores {
  secrets: SecretStore;
  store: ClientStore;
}

/**
 * Both stores of a folder, started as the service starts them.
 * @throws Error when one of their files was damaged
 */
export async function openStores(dataDir: string): Promise<OpenedStores> {
  const secrets = new SecretStore({ dataDir, logger: silentLogger });
  const store = new ClientStore({ dataDir, vault: secrets, logger: silentLogger });
  for (const part of [secrets, store]) {
    const damage = await part.start();
    if (damage) throw new Error(damage);
  }
  return { secrets, store };
}

/** The clients as a store gives them, in a form that can be compared. */
export function plain(clients: ReadonlyMap<string, ClientConfig>): [string, ClientConfig][] {
  return structuredClone([...clients]);
}

interface FileClient {
  secret?: string;
  [field: string]: unknown;
}

/** The clients of `mqtt-clients.json`, as they stand there. */
export async function clientsInFile(dataDir: string): Promise<Record<string, FileClient>> {
  const text = await readFile(join(dataDir, 'mqtt-clients.json'), 'utf8');
  const { mqtt } = JSON.parse(text) as { mqtt: { clients: Record<string, FileClient> } };
  return mqtt.clients;
}
