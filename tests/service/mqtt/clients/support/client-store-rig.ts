import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { ClientStore } from '../../../../../service/mqtt/clients/client-store.ts';
import type { Clients } from '../../../../../service/mqtt/types.ts';
import type { Logger } from '../../../../../service/support/logger.ts';
import { clientsOf } from './clients.ts';
import { MemoryVault } from './vaults.ts';

/** Puts these clients in the place of all. */
export function set(...configs: Parameters<typeof clientsOf>): () => Clients {
  return () => clientsOf(...configs);
}

/** A client store's surroundings, new for each test, which fails if a secret is logged. */
export class ClientStoreRig {
  folder = '';
  vault = new MemoryVault();
  /** The log's lines. */
  told: string[] = [];

  /** The file of the clients. */
  get path(): string {
    return join(this.folder, 'mqtt-clients.json');
  }

  readonly #logger: Logger = {
    error: (...line) => this.told.push(JSON.stringify(line)),
    warn: (...line) => this.told.push(JSON.stringify(line)),
    info: (...line) => this.told.push(JSON.stringify(line)),
    debug: (...line) => this.told.push(JSON.stringify(line)),
    child: () => this.#logger,
  };

  create(): ClientStore {
    return new ClientStore({ dataDir: this.folder, vault: this.vault, logger: this.#logger });
  }

  async open(): Promise<ClientStore> {
    const store = this.create();
    const failure = await store.start();
    if (failure) throw new Error(`The store did not start well: ${JSON.stringify(failure)}`);
    return store;
  }

  /** Starts on a file that somebody wrote by hand. */
  async openWith(clients: unknown): Promise<ClientStore> {
    await writeFile(this.path, JSON.stringify({ mqtt: { clients } }));
    return this.open();
  }

  passwords(): string[] {
    return [...this.vault.records.values()].map((record) => record?.secrets.password ?? '');
  }
}

/** Call it once in a test file. */
export function storeRig(): ClientStoreRig {
  const rig = new ClientStoreRig();
  beforeEach(async () => {
    rig.folder = await mkdtemp(join(tmpdir(), 'mensura-clients-'));
    rig.vault = new MemoryVault();
    rig.told = [];
  });
  afterEach(async () => {
    await rm(rig.folder, { recursive: true });
    if (/hunter2|PRIVATE KEY/.test(rig.told.join())) throw new Error('A secret was logged.');
  });
  return rig;
}
