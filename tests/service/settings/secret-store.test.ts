import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_SECRETS } from '../../../service/mqtt/types.ts';
import { KeyStoreError, type StoredSecrets } from '../../../service/secrets/vault.ts';
import { type SecretEncryption, SecretStore } from '../../../service/settings/secret-store.ts';
import type { Logger } from '../../../service/support/logger.ts';

function secret(password: string): StoredSecrets {
  return { address: 'here', secrets: { ...NO_SECRETS, password } };
}

/** A key store that writes in hexadecimal digits; another user's is told by another mark. */
function keyStore(mark = 'mine:'): SecretEncryption {
  return {
    encrypt: (text) => Buffer.from(mark + Buffer.from(text).toString('hex')).toString('base64'),
    decrypt: (sealed) => {
      const text = Buffer.from(sealed, 'base64').toString();
      if (!text.startsWith(mark)) throw new Error(`not sealed here: ${text}`);
      return Buffer.from(text.slice(mark.length), 'hex').toString();
    },
  };
}

describe('the secret store', () => {
  let folder: string;
  let path: string;
  let told: string[];

  /** Remembers everything that is logged, fields included. */
  const logger: Logger = {
    error: (...line) => told.push(JSON.stringify(line)),
    warn: (...line) => told.push(JSON.stringify(line)),
    info: (...line) => told.push(JSON.stringify(line)),
    debug: (...line) => told.push(JSON.stringify(line)),
    child: () => logger,
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-secrets-'));
    path = join(folder, 'secrets.json');
    told = [];
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function open(encryption?: SecretEncryption): Promise<SecretStore> {
    const store = new SecretStore({ dataDir: folder, encryption, logger });
    expect(await store.start()).toBeUndefined();
    return store;
  }

  test('reads records of older builds, which lack later secrets', async () => {
    const secrets = { password: 'secret', ca: '', certificate: '', key: '' };
    await writeFile(path, JSON.stringify({ version: 1, records: { old: { address: 'here', secrets } } }));
    expect((await open()).read('old')).toEqual(secret('secret'));
  });

  test('keeps records over a restart, in a file for this user alone', async () => {
    const store = await open();
    expect(store.storage).toBe('file');
    await store.add(
      new Map([
        ['a-1', secret('one')],
        ['b-2', secret('two')],
      ]),
    );
    const again = await open();
    expect(again.ids()).toEqual(['a-1', 'b-2']);
    expect(again.read('a-1')).toEqual(secret('one'));
    expect(again.read('b-2')).toEqual(secret('two'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('a record that there is not is another thing than one that cannot be read', async () => {
    const store = await open();
    for (const id of ['a-1', '__proto__', 'constructor', '']) expect(store.read(id)).toBeUndefined();
  });

  test('with a key store nothing of a secret stands in the file', async () => {
    const store = await open(keyStore());
    expect(store.storage).toBe('key-store');
    await store.add(new Map([['a-1', secret('hunter2')]]));
    const text = await readFile(path, 'utf8');
    for (const part of ['hunter2', 'password', 'here']) expect(text).not.toContain(part);
    expect((await open(keyStore())).read('a-1')).toEqual(secret('hunter2'));
  });

  test('both kinds stand side by side, and what cannot be read here is kept', async () => {
    await (await open(keyStore())).add(new Map([['sealed', secret('one')]]));
    const headless = await open();
    expect(headless.read('sealed')).toBeNull();
    await headless.add(new Map([['plain', secret('two')]]));
    await headless.add(new Map([['gone', secret('three')]]));
    await headless.remove(['gone']);
    const desktop = await open(keyStore());
    expect(desktop.read('sealed')).toEqual(secret('one'));
    expect(desktop.read('plain')).toEqual(secret('two'));
    expect(told).toEqual([]);
  });

  test("another user's record cannot be read, is kept, and nothing of it is told", async () => {
    await (await open(keyStore('theirs:'))).add(new Map([['a-1', secret('hunter2')]]));
    const store = await open(keyStore());
    expect(store.read('a-1')).toBeNull();
    await store.add(new Map([['b-2', secret('two')]]));
    expect((await open(keyStore('theirs:'))).read('a-1')).toEqual(secret('hunter2'));
    expect(told.join()).toContain('a-1');
    expect(told.join()).not.toMatch(/hunter2|68756e74657232|theirs/);
  });

  test('what decrypts to something else cannot be read, and nothing of it is told', async () => {
    const sealed = keyStore().encrypt('{"password":"hunter2" oops}');
    await writeFile(path, JSON.stringify({ version: 1, records: { 'a-1': { sealed } } }));
    expect((await open(keyStore())).read('a-1')).toBeNull();
    expect(told.join()).not.toContain('hunter2');
  });

  test('an addition that the key store refuses changes nothing', async () => {
    const store = await open({
      encrypt: () => {
        throw new Error('the key store is locked');
      },
      decrypt: () => '',
    });
    const refusal = await store.add(new Map([['a-1', secret('one')]])).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KeyStoreError);
    expect(refusal).toMatchObject({ message: expect.stringContaining('locked') as string });
    expect(store.ids()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a record is never changed', async () => {
    const store = await open();
    await store.add(new Map([['a-1', secret('one')]]));
    const entries = new Map([
      ['b-2', secret('two')],
      ['a-1', secret('other')],
    ]);
    await expect(store.add(entries)).rejects.toThrow('a-1');
    expect(store.ids()).toEqual(['a-1']);
    expect((await open()).read('a-1')).toEqual(secret('one'));
  });

  test('removing goes by id, and passes over those there are not', async () => {
    const store = await open();
    await store.add(new Map(['a', 'b', 'c'].map((id) => [id, secret(id)])));
    await store.remove(['b', 'x', 'a']);
    expect(store.ids()).toEqual(['c']);
    expect((await open()).ids()).toEqual(['c']);
    await store.remove(['x']);
    expect(store.ids()).toEqual(['c']);
  });

  test('changes made at the same time are all kept', async () => {
    const store = await open();
    const ids = Array.from({ length: 20 }, (_, index) => `r-${index}`);
    await Promise.all(ids.map((id) => store.add(new Map([[id, secret(id)]]))));
    expect((await open()).ids()).toEqual(ids);
  });

  test.each([
    ['a text that is not JSON', '{"version":1,"records":{"a":{"address":"x","secrets":{"password":hunter2}}}}'],
    ['half a file', '{"version":1,"records":{"a":{"address":"x","secrets":{"password":"hunter2","ca"'],
    ['a record of another form', '{"version":1,"records":{"a":{"password":"hunter2"}}}'],
    ['a sealed record that is no base64', '{"version":1,"records":{"a":{"sealed":"hunter2!"}}}'],
    ['another version', '{"version":2,"records":{}}'],
  ])('%s is set aside and told of, without a word of it', async (_what, text) => {
    await writeFile(path, text);
    const store = new SecretStore({ dataDir: folder, logger });
    const damage = await store.start();
    expect(damage).toMatch(/^secrets\.json is not .*renamed to secrets\.json\.damaged-/s);
    expect([damage, ...told].join()).not.toContain('hunter');
    expect(store.ids()).toEqual([]);
    const [name = ''] = await readdir(folder);
    expect(await readFile(join(folder, name), 'utf8')).toBe(text);
  });

  test('a file that cannot be read is said plainly', async () => {
    await mkdir(path);
    await expect(new SecretStore({ dataDir: folder, logger }).start()).rejects.toMatchObject({
      code: 'data-folder-unusable',
    });
  });

  test('what a crash left of a write is removed at the start', async () => {
    await (await open()).add(new Map([['a-1', secret('one')]]));
    await writeFile(`${path}.4711.tmp`, 'hunter2');
    await writeFile(join(folder, 'other.json.4711.tmp'), '');
    expect((await open()).ids()).toEqual(['a-1']);
    expect((await readdir(folder)).toSorted()).toEqual(['other.json.4711.tmp', 'secrets.json']);
  });
});
