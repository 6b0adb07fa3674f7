import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyExpertAdd, applyRemove, applyUpdate } from '../../../../service/mqtt/clients/changes.ts';
import type { Clients } from '../../../../service/mqtt/types.ts';
import { client, clientsOf } from './support/clients.ts';
import { disk } from './support/disk.ts';
import { CA, CERTIFICATE, KEY } from './support/pem.ts';
import { openStores, plain } from './support/stores.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const { watched } = await import('./support/disk.ts');
  return watched(await importOriginal());
});

const BEFORE = clientsOf(
  client('hall', { secrets: { password: 'hall password' } }),
  client('lab', {
    fields: { host: 'old.example', ssl: true },
    secrets: { password: 'old password', ca: CA, certificate: CERTIFICATE, key: KEY },
  }),
  client('open'),
);

/** The address of the first state's `lab`. */
const LAB = { host: 'old.example', ssl: true };

/** Changes of every kind. */
const CHANGES: [what: string, make: (clients: Clients) => Clients][] = [
  ['another password', (clients) => applyUpdate(clients, 'lab', { ...LAB, password: 'new password' })],
  [
    'another address and its password',
    (clients) =>
      applyExpertAdd(clients, { mqtt: { clients: { lab: { host: 'new.example', password: 'new password' } } } }),
  ],
  ['no secrets any more', (clients) => applyExpertAdd(clients, { mqtt: { clients: { hall: {} } } })],
  ['no change of secrets', (clients) => applyUpdate(clients, 'hall', { keep_alive: 5 })],
  [
    'several at once',
    (clients) =>
      applyExpertAdd(clients, {
        mqtt: { clients: { a: { password: 'a' }, hall: { password: 'b' }, z: { password: 'z' } } },
      }),
  ],
  ['a removal', (clients) => applyRemove(clients, 'lab')],
  ['the removal of all', () => new Map()],
];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mensura-crash-'));
});

afterEach(() => {
  disk.step = undefined;
  rmSync(folder, { recursive: true });
});

/** A data folder below the test's own. */
const place = (name: string): string => join(folder, name);

/** The state that a start finds in a folder, and that the vault has what the clients need and nothing else. */
async function found(dataDir: string): Promise<ReturnType<typeof plain>> {
  const { secrets, store } = await openStores(dataDir);
  const needed = [...store.clients.values()].filter((config) => Object.values(config.secrets ?? {}).some(Boolean));
  expect(secrets.ids()).toHaveLength(needed.length);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secrets.json.'))).toEqual([]);
  return plain(store.clients);
}

/** A folder with the first state. */
async function begin(): Promise<Awaited<ReturnType<typeof openStores>>> {
  rmSync(place('data'), { recursive: true, force: true });
  cpSync(mkdtempSync(join(folder, 'empty-')), place('data'), { recursive: true });
  const stores = await openStores(place('data'));
  await stores.store.change(() => BEFORE);
  return stores;
}

describe('a crash at any step of a change', () => {
  test.each(CHANGES)('leaves the old state or the new one, whole: %s', async (_what, make) => {
    const { store } = await begin();
    const states: string[] = [];
    const keep = (what: string): void => {
      const name = `${String(states.length).padStart(2, '0')} before ${what}`;
      states.push(name);
      cpSync(place('data'), place(name), { recursive: true });
    };
    disk.step = keep;
    const { before, after } = await store.change(make);
    keep('the end');
    disk.step = undefined;
    expect(states.length).toBeGreaterThan(5);
    let isNew = false;
    for (const name of states) {
      const state = await found(place(name));
      isNew ||= JSON.stringify(state) === JSON.stringify(plain(after));
      expect(state, name).toEqual(plain(isNew ? after : before));
    }
    expect(isNew).toBe(true);
  });

  test('loses no password that is on its way from the file to the vault', async () => {
    const clients = {
      lab: { password: 'p', host: 'a.example' },
      hall: { advanced: { certificate: CERTIFICATE, key: KEY } },
    };
    const text = JSON.stringify({ mqtt: { clients } });
    cpSync(mkdtempSync(join(folder, 'empty-')), place('data'), { recursive: true });
    writeFileSync(join(place('data'), 'mqtt-clients.json'), text);
    const states: string[] = [];
    disk.step = (what) => {
      states.push(`${states.length} ${what}`);
      cpSync(place('data'), place(states.at(-1)!), { recursive: true });
    };
    const { store } = await openStores(place('data'));
    disk.step = undefined;
    expect(store.clients.get('lab')?.secrets?.password).toBe('p');
    expect(states.length).toBeGreaterThan(5);
    for (const name of [...states, 'data']) expect(await found(place(name)), name).toEqual(plain(store.clients));
  });
});

/** Has one step fail, and with `forGood` every later one too; answers how many steps there were. */
function failAt(index: number, forGood: boolean): () => number {
  let count = 0;
  disk.step = (what) => {
    const number = count;
    count += 1;
    if (number === index || (forGood && number > index)) throw new Error(`no space left (${what})`);
  };
  return () => count;
}

describe('a disk that fails at any step of a change', () => {
  for (const forGood of [false, true]) {
    test.each(CHANGES)(
      `leaves one whole state${forGood ? ', when it fails for good' : ''}: %s`,
      async (_what, make) => {
        let failures = 0;
        for (let index = 0; ; index += 1) {
          const { store } = await begin();
          const steps = failAt(index, forGood);
          const saved = await store.change(make).then(
            () => true,
            (error: unknown) => {
              expect(error).toMatchObject({
                code: 'storage-failed',
                message: expect.stringContaining('no space left'),
              });
              return false;
            },
          );
          disk.step = undefined;
          if (steps() <= index) break;
          const after = make(BEFORE);
          expect(store.clients).toEqual(saved ? after : BEFORE);
          cpSync(place('data'), place(`${index}`), { recursive: true });
          const state = await found(place(`${index}`));
          // A disk that fails for good after the file was replaced cannot be brought back; what is there is whole.
          const isEither = forGood && JSON.stringify(state) === JSON.stringify(plain(sorted(after)));
          if (!isEither) expect(state).toEqual(plain(store.clients));
          if (!saved) failures += 1;
          // And the next change is made as if nothing had been.
          const more = { mqtt: { clients: { next: { password: 'next' } } } };
          const next = await store.change((clients) => applyExpertAdd(clients, more));
          expect(await found(place('data'))).toEqual(plain(next.after));
        }
        expect(failures).toBeGreaterThan(3);
      },
    );
  }

  test('takes new secrets back at once where it can', async () => {
    const { store, secrets } = await begin();
    const ids = secrets.ids();
    // The first six steps write the secrets (file, its sync, rename, folder and its sync), the next the clients' file.
    failAt(7, false);
    await expect(store.change(CHANGES[0]![1])).rejects.toMatchObject({ code: 'storage-failed' });
    expect(secrets.ids()).toEqual(ids);
  });
});

function sorted(clients: Clients): Clients {
  return new Map([...clients].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
