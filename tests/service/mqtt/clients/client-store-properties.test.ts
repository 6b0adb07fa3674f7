import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifierError, mqttClientInputSchema, nameError } from '../../../../service/contract/index.ts';
import {
  applyCreate,
  applyExpertAdd,
  applyExpertRemove,
  applyImport,
  applyRemove,
  applyRestore,
  applySetEnabled,
  applyUpdate,
} from '../../../../service/mqtt/clients/changes.ts';
import { clientFile, clientFileSchema, readClients } from '../../../../service/mqtt/clients/client-file.ts';
import { CLIENT_FORMAT } from '../../../../service/mqtt/clients/client-store.ts';
import { findConflicts } from '../../../../service/mqtt/clients/conflicts.ts';
import { addressOf } from '../../../../service/mqtt/clients/secrets.ts';
import type { Clients } from '../../../../service/mqtt/types.ts';
import { assignSecretRecords, type SecretRecordIds } from '../../../../service/secrets/secret-config-store.ts';
import { hasSecrets } from '../../../../service/secrets/secrets.ts';
import type { StoredSecrets } from '../../../../service/secrets/vault.ts';
import { isMensuraError } from '../../../../service/support/errors.ts';
import { CA, CERTIFICATE, KEY, OTHER_CA, OTHER_CERTIFICATE, OTHER_KEY } from './support/pem.ts';
import { clientsInFile, openStores, plain } from './support/stores.ts';

/** Few of each, so that clients meet, return and are replaced. */
const identifier = fc.constantFrom('a', '10', '9', 'Ä/y');
const name = fc.constantFrom('hall', 'hall/east', 'lab', 'a', 'x/y/z');
const host = fc.constantFrom('one.example', 'ONE.example', 'two.example');
const password = fc.constantFrom('', 'secret 1', 'secret 2');

const optional = { requiredKeys: [] };

const fields = {
  name,
  host,
  port: fc.constantFrom(1883, 8883),
  ssl: fc.boolean(),
  keep_alive: fc.nat(65_535),
  protocol_version: fc.constantFrom(3 as const, 4 as const, 5 as const),
  reconnect: fc.record({ enable: fc.boolean(), max_delay: fc.integer({ min: 1000, max: 9000 }) }, optional),
  password,
};
const expert = fc.record(fields, optional);

const pair = fc.constantFrom<{ certificate?: string; key?: string }>(
  {},
  { certificate: '', key: '' },
  { certificate: CERTIFICATE, key: KEY },
  { certificate: CERTIFICATE, key: KEY },
  { certificate: OTHER_CERTIFICATE, key: OTHER_KEY },
  { certificate: CERTIFICATE },
);
const advanced = fc
  .tuple(
    fc.record(
      {
        enabled: fc.boolean(),
        qos: fc.constantFrom(0 as const, 1 as const, 2 as const),
        check_server_name: fc.boolean(),
        client_id: fc.constantFrom('', 'mine', 'a'.repeat(24)),
        ca: fc.constantFrom('', CA, OTHER_CA),
      },
      optional,
    ),
    pair,
  )
  .map(([own, pem]) => Object.assign(own, pem));
const input = fc
  .record({ ...fields, advanced }, optional)
  .filter((body) => mqttClientInputSchema.safeParse(body).success);

/** A change: a function of the clients that throws where it is refused. */
interface Change {
  what: string;
  make: (clients: Clients) => Clients;
  /** The clients for which it says what the password is to be, were it empty. */
  passwords: ReadonlySet<string>;
  /** The clients for which it brings a key. */
  keys: ReadonlySet<string>;
}

type Input = { advanced?: { key?: string } };

/** The identifiers of the clients that bring a key. */
function withKey(clients: Record<string, Input>): ReadonlySet<string> {
  return new Set(Object.keys(clients).filter((id) => clients[id]?.advanced?.key !== undefined));
}

const some = <Client>(client: fc.Arbitrary<Client>) => fc.dictionary(identifier, client, { minKeys: 1, maxKeys: 3 });
const NONE: ReadonlySet<string> = new Set();

/** A change that says nothing of secrets. */
const quiet = (what: string, make: Change['make']): Change => ({ what, make, passwords: NONE, keys: NONE });

const change: fc.Arbitrary<Change> = fc.oneof(
  some(expert).map(
    (clients): Change => ({
      what: 'expert add',
      make: (before) => applyExpertAdd(before, { mqtt: { clients } }),
      passwords: new Set(Object.keys(clients)),
      keys: NONE,
    }),
  ),
  some(input).map(
    (clients): Change => ({
      what: 'import',
      make: (before) => applyImport(before, { mqtt: { clients } }),
      passwords: new Set(Object.keys(clients)),
      keys: withKey(clients),
    }),
  ),
  fc.tuple(identifier, input).map(
    ([id, body]): Change => ({
      what: 'create',
      make: (before) => applyCreate(before, { identifier: id, ...body }),
      passwords: new Set([id]),
      keys: withKey({ [id]: body }),
    }),
  ),
  {
    weight: 5,
    arbitrary: fc.tuple(identifier, input).map(
      ([id, body]): Change => ({
        what: 'update',
        make: (before) => applyUpdate(before, id, body),
        passwords: body.password === undefined ? NONE : new Set([id]),
        keys: withKey({ [id]: body }),
      }),
    ),
  },
  fc
    .array(fc.oneof(identifier, name), { minLength: 1, maxLength: 2 })
    .map((clients) => quiet('expert remove', (before) => applyExpertRemove(before, { mqtt: { clients } }))),
  fc
    .tuple(identifier, fc.boolean())
    .map(([id, enabled]) => quiet('set enabled', (before) => applySetEnabled(before, id, enabled))),
  identifier.map((id) => quiet('remove', (before) => applyRemove(before, id))),
  identifier.map((id) =>
    quiet('remove and restore', (before) => applyRestore(applyRemove(before, id), before.get(id)!)),
  ),
);

/** The clients after a change; the same as before where it is refused. */
function made(clients: Clients, { make }: Change): Clients {
  const copy = structuredClone(clients);
  try {
    return make(clients);
  } catch (error) {
    // A refusal is in plain words, and tells no secret.
    if (!isMensuraError(error)) throw error;
    expect(['bad-request', 'not-found', 'conflict']).toContain(error.code);
    expect(error.message).not.toMatch(/secret \d|MII|BEGIN [A-Z ]+-----\n/);
    return clients;
  } finally {
    expect(clients).toEqual(copy);
  }
}

/** What always holds of a set of clients. */
function expectSound(clients: Clients): void {
  expect(findConflicts(clients.values())).toEqual([]);
  for (const [id, config] of clients) {
    expect(config.identifier).toBe(id);
    expect(identifierError(id)).toBeUndefined();
    expect(nameError(config.fields.name)).toBeUndefined();
    expect(config.fields.protocol_version === 3 && config.advanced.client_id.length > 23).toBe(false);
    expect(config.secrets?.certificate === '').toBe(config.secrets?.key === '');
  }
}

const rows = fc.array(change, { minLength: 1, maxLength: 20, size: 'max' });

describe('any row of changes', () => {
  test('keeps clients apart, and a stored password at its address', () => {
    const moved = { password: 0, key: 0 };
    fc.assert(
      fc.property(rows, (row) => {
        let clients: Clients = new Map();
        for (const one of row) {
          const after = made(clients, one);
          expectSound(after);
          for (const [id, config] of after) {
            const before = clients.get(id);
            if (!before || addressOf(before) === addressOf(config)) continue;
            if (before.secrets?.password) moved.password += 1;
            if (before.secrets?.key) moved.key += 1;
            if (!one.passwords.has(id)) expect(config.secrets?.password, one.what).toBe('');
            if (!one.keys.has(id)) expect(config.secrets?.key, one.what).toBe('');
          }
          clients = after;
        }
      }),
    );
    // Without some of each the rule was not tried.
    expect(Math.min(moved.password, moved.key)).toBeGreaterThan(0);
  });

  test('can be written and read again, each client with its own secrets', () => {
    fc.assert(
      fc.property(rows, (row) => {
        let clients: Clients = new Map();
        let records: SecretRecordIds = new Map();
        const vault = new Map<string, StoredSecrets>();
        for (const one of row) {
          const after = made(clients, one);
          const plan = assignSecretRecords(CLIENT_FORMAT, clients, records, after);
          for (const [id, entry] of plan.added) {
            expect(vault.has(id)).toBe(false);
            vault.set(id, entry);
          }
          ({ records } = plan);
          clients = after;
          const text = JSON.stringify(clientFile(clients.values(), records));
          expect(text).not.toMatch(/secret \d|BEGIN/);
          const read = readClients(clientFileSchema.parse(JSON.parse(text)), { read: (id) => vault.get(id) });
          expect(new Map(read.map(({ config }) => [config.identifier, config]))).toEqual(clients);
          expect(read.some(({ isClear }) => isClear)).toBe(false);
        }
      }),
    );
  });

  test('is on disk when it is acknowledged', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (row) => {
        const folder = await mkdtemp(join(tmpdir(), 'mensura-rows-'));
        try {
          const { store, secrets } = await openStores(folder);
          for (const one of row) {
            const expected = made(store.clients, one);
            await store.change(() => expected);
            const again = await openStores(folder);
            expect(plain(again.store.clients)).toEqual(plain(store.clients));
            expect(again.store.clients).toEqual(expected);
            const references = Object.values(await clientsInFile(folder)).flatMap(({ secret }) => secret ?? []);
            const holders = [...expected.values()].filter((config) => config.secrets && hasSecrets(config.secrets));
            expect(references).toHaveLength(holders.length);
            expect(secrets.ids().toSorted()).toEqual(references.toSorted());
          }
        } finally {
          await rm(folder, { recursive: true });
        }
      }),
      // Each change waits for the disk several times.
      { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) / 5) },
    );
  });
});

describe('the file', () => {
  test('of any JSON is read, or refused in plain words', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          some(fc.jsonValue()).map((clients) => JSON.stringify({ mqtt: { clients } })),
        ),
        (text) => {
          const parsed = clientFileSchema.safeParse(JSON.parse(text));
          if (parsed.success) return;
          for (const { message } of parsed.error.issues) expect(message).not.toBe('');
        },
      ),
    );
  });
});
