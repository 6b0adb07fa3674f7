import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { READING_CHOICE_DEFAULTS } from '../../../../service/contract/index.ts';
import {
  applyExpertAdd,
  applyRemove,
  applyRestore,
  applySetEnabled,
  applyUpdate,
} from '../../../../service/mqtt/clients/changes.ts';
import { ClientStore } from '../../../../service/mqtt/clients/client-store.ts';
import { type Clients, NO_SECRETS } from '../../../../service/mqtt/types.ts';
import { KeyStoreError } from '../../../../service/secrets/vault.ts';
import type { Logger } from '../../../../service/support/logger.ts';
import { client, clientsOf } from './support/clients.ts';
import { CA, CERTIFICATE, KEY, OTHER_CA } from './support/pem.ts';
import { clientsInFile } from './support/stores.ts';
import { MemoryVault } from './support/vaults.ts';

const RECORD = /^mqtt-[0-9a-f]{24}$/;

/** Puts these clients in the place of all. */
const set =
  (...configs: Parameters<typeof clientsOf>) =>
  (): Clients =>
    clientsOf(...configs);

describe('the client store', () => {
  let folder: string;
  let path: string;
  let vault: MemoryVault;
  let told: string[];

  const logger: Logger = {
    error: (...line) => told.push(JSON.stringify(line)),
    warn: (...line) => told.push(JSON.stringify(line)),
    info: (...line) => told.push(JSON.stringify(line)),
    debug: (...line) => told.push(JSON.stringify(line)),
    child: () => logger,
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mensura-clients-'));
    path = join(folder, 'mqtt-clients.json');
    vault = new MemoryVault();
    told = [];
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
    if (/hunter2|PRIVATE KEY/.test(told.join())) throw new Error('A secret was logged.');
  });

  const create = (): ClientStore => new ClientStore({ dataDir: folder, vault, logger });

  async function open(): Promise<ClientStore> {
    const store = create();
    expect(await store.start()).toBeUndefined();
    return store;
  }

  /** Starts on a file that somebody wrote by hand. */
  async function openWith(clients: unknown): Promise<ClientStore> {
    await writeFile(path, JSON.stringify({ mqtt: { clients } }));
    return open();
  }

  const passwords = (): string[] => [...vault.records.values()].map((record) => record?.secrets.password ?? '');

  test('is empty where there is no file yet, and writes none', async () => {
    expect((await open()).clients.size).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  test('keeps clients and secrets over a restart, in order of their identifiers', async () => {
    const store = await open();
    const configs = [
      client('b', { fields: { port: 8883, ssl: true, protocol_version: 5 }, secrets: { password: 'hunter2', ca: CA } }),
      client('10', { advanced: { qos: 2, client_id: 'mine' } }),
      client('9', { secrets: { certificate: CERTIFICATE, key: KEY } }),
      client('B', { fields: { name: 'hall/east' } }),
      client('ä'),
    ];
    const { before, after } = await store.change(set(...configs));
    expect(before.size).toBe(0);
    expect(after).toBe(store.clients);
    for (const clients of [after, (await open()).clients]) {
      expect([...clients.keys()]).toEqual(['10', '9', 'B', 'b', 'ä']);
      expect(clients).toEqual(clientsOf(...configs));
    }
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('the file is readable, has all fields, and no secret', async () => {
    const store = await open();
    await store.change(
      set(client('lab', { secrets: { password: 'hunter2', certificate: CERTIFICATE, key: KEY, proxy_password: '' } })),
    );
    const [id] = vault.ids();
    expect(id).toMatch(RECORD);
    expect(await readFile(path, 'utf8')).toBe(`{
  "mqtt": {
    "clients": {
      "lab": {
        "host": "localhost",
        "name": "lab",
        "username": "",
        "port": 1883,
        "protocol_version": 4,
        "keep_alive": 60,
        "clean_session": true,
        "ssl": false,
        "reconnect": {
          "enable": true,
          "min_delay": 1000,
          "max_delay": 60000
        },
        "advanced": {
          "enabled": true,
          "qos": 1,
          "layout": "device",
          "discovery": false,
          "discovery_prefix": "homeassistant",
          "check_server_name": true,
          "client_id": "",
          "store_and_forward": true,
          "alpn": [],
          "readings": {
            "families": [
              "usb",
              "gateway",
              "computed"
            ],
            "devices": "all",
            "device_list": [],
            "channels": "all",
            "channel_list": [],
            "uncorrected": false,
            "interval_s": 0,
            "interval_value": "newest",
            "only_changes": false,
            "deadband": 0,
            "deadband_unit": "absolute",
            "longest_silence_s": 3600,
            "decimals": null
          },
          "transport": "tcp",
          "path": "/mqtt",
          "proxy": "",
          "proxy_username": ""
        },
        "secret": "${id}"
      }
    }
  }
}
`);
  });

  test('a file of an earlier build, without a field that came later, is read with its default', async () => {
    await (await open()).change(set(client('lab', { advanced: { qos: 2, alpn: ['mqtt'] } })));
    const text = await readFile(path, 'utf8');
    const later = /,\s*"alpn": \[[^\]]*\]|,\s*"(transport|path|proxy|proxy_username)": "[^"]*"/g;
    await writeFile(path, text.replace(later, ''));
    expect(await readFile(path, 'utf8')).not.toMatch(/alpn|transport|proxy/);
    const { clients } = await open();
    const defaults = { alpn: [], transport: 'tcp', path: '/mqtt', proxy: '', proxy_username: '' };
    expect(clients.get('lab')?.advanced).toMatchObject({ qos: 2, ...defaults });
  });

  test.each([{}, { readings: { interval_s: 60 } }])(
    'a file with %j is read with the defaults of the rest',
    async (advanced) => {
      const { clients } = await openWith({ lab: { advanced } });
      expect(clients.get('lab')?.advanced.readings).toEqual({ ...READING_CHOICE_DEFAULTS, ...advanced.readings });
    },
  );

  test('a client without secrets refers to none', async () => {
    await (await open()).change(set(client('lab')));
    expect(Object.keys((await clientsInFile(folder))['lab']!)).not.toContain('secret');
    expect(vault.records.size).toBe(0);
  });

  test('changes asked for at the same time are made one after the other', async () => {
    const store = await open();
    const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const seen = await Promise.all(
      names.map(async (identifier) => {
        const { before, after } = await store.change((clients) =>
          applyExpertAdd(clients, { mqtt: { clients: { [identifier]: { password: identifier } } } }),
        );
        return [before.size, after.size];
      }),
    );
    expect(seen).toEqual(names.map((_, index) => [index, index + 1]));
    expect((await open()).clients.size).toBe(20);
    expect(passwords().toSorted()).toEqual(names.toSorted());
  });

  test('what the maker throws refuses the change, and the next one is made', async () => {
    const store = await open();
    const refused = store.change(() => {
      throw new Error('no');
    });
    const next = store.change(set(client('lab')));
    await expect(refused).rejects.toThrow('no');
    expect((await next).after.size).toBe(1);
  });

  test('more than 100 clients are refused, naming the limit', async () => {
    const store = await open();
    const many = Array.from({ length: 101 }, (_, index) => client(`c${index}`));
    await expect(store.change(set(...many))).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('100'),
    });
    expect((await store.change(set(...many.slice(1)))).after.size).toBe(100);
  });

  describe('secrets', () => {
    const lab = client('lab', { secrets: { password: 'hunter2', ca: CA } });

    test('keep their record while they and the address stay', async () => {
      const store = await open();
      await store.change(set(lab));
      const ids = vault.ids();
      await store.change((clients) => applySetEnabled(clients, 'lab', false));
      await store.change((clients) => applyUpdate(clients, 'lab', { name: 'hall', username: 'x', host: 'LOCALHOST' }));
      expect(vault.ids()).toEqual(ids);
      expect((await clientsInFile(folder))['lab']?.secret).toBe(ids[0]);
    });

    test.each([
      ['the password', { ...lab, secrets: { ...NO_SECRETS, password: 'new', ca: CA } }],
      ['the authority', { ...lab, secrets: { ...NO_SECRETS, password: 'hunter2', ca: OTHER_CA } }],
      ['the address', { ...lab, fields: { ...lab.fields, port: 1884 } }],
      ['the check of the name', { ...lab, advanced: { ...lab.advanced, check_server_name: false } }],
    ])('get a new record, and lose the old one, when %s changes', async (_what, changed) => {
      const store = await open();
      await store.change(set(lab));
      const [old] = vault.ids();
      await store.change(set(changed));
      expect(vault.ids()).toHaveLength(1);
      expect(vault.ids()[0]).not.toBe(old);
      expect((await open()).clients.get('lab')).toEqual(changed);
    });

    test('go with their client', async () => {
      const store = await open();
      await store.change(set(lab, client('hall', { secrets: { password: 'stays' } })));
      await store.change((clients) => applyRemove(clients, 'lab'));
      expect(passwords()).toEqual(['stays']);
    });

    test('come back with it', async () => {
      const store = await open();
      const { after } = await store.change(set(lab));
      await store.change((clients) => applyRemove(clients, 'lab'));
      await store.change((clients) => applyRestore(clients, after.get('lab')!));
      expect((await open()).clients).toEqual(after);
    });

    test('of another record in the vault are not touched', async () => {
      vault.records.set('gateway-1', { address: 'x', secrets: NO_SECRETS });
      const store = await open();
      await store.change(set(lab));
      await store.change(set());
      expect(vault.ids()).toEqual(['gateway-1']);
    });
  });

  describe('secrets that cannot be read', () => {
    const stored = { address: '["localhost",1883,false,true]', secrets: { ...NO_SECRETS, password: 'hunter2' } };

    test.each([
      ['sealed elsewhere', null],
      ['gone', undefined],
      ['of another host', { ...stored, address: '["evil.example",1883,false,true]' }],
      ['of another port', { ...stored, address: '["localhost",1884,false,true]' }],
      ['of TLS', { ...stored, address: '["localhost",1883,true,true]' }],
      ['of other checks', { ...stored, address: '["localhost",1883,false,false]' }],
    ])('wait to be entered again, and are kept: %s', async (_what, record) => {
      if (record !== undefined) vault.records.set('mqtt-1', record);
      const store = await openWith({ lab: { secret: 'mqtt-1' } });
      expect(store.clients.get('lab')?.secrets).toBeNull();
      expect(told.join()).toContain('lab');
      await store.change((clients) => applyUpdate(clients, 'lab', { keep_alive: 5 }));
      await store.change((clients) => applyExpertAdd(clients, { mqtt: { clients: { hall: {} } } }));
      expect((await clientsInFile(folder))['lab']).toMatchObject({ secret: 'mqtt-1', keep_alive: 5 });
      expect(vault.ids()).toEqual(record === undefined ? [] : ['mqtt-1']);
      expect((await open()).clients.get('lab')?.secrets).toBeNull();
    });

    test('are used again when they can be read again', async () => {
      const store = await openWith({ lab: { secret: 'mqtt-1' } });
      await store.change((clients) => applySetEnabled(clients, 'lab', true));
      vault.records.set('mqtt-1', stored);
      expect((await open()).clients.get('lab')?.secrets?.password).toBe('hunter2');
    });

    test('make room for what is entered', async () => {
      vault.records.set('mqtt-1', null);
      const store = await openWith({ lab: { secret: 'mqtt-1' } });
      await store.change((clients) => applyUpdate(clients, 'lab', { password: 'new' }));
      expect(passwords()).toEqual(['new']);
      expect((await open()).clients.get('lab')?.secrets?.password).toBe('new');
    });

    test('are still waited for after a client was removed and restored', async () => {
      vault.records.set('mqtt-1', null);
      const store = await openWith({ lab: { secret: 'mqtt-1' } });
      const { before } = await store.change((clients) => applyRemove(clients, 'lab'));
      await store.change((clients) => applyRestore(clients, before.get('lab')!));
      expect((await open()).clients.get('lab')?.secrets).toBeNull();
    });

    test('stay where they are when the host is spelled in other letter case', async () => {
      vault.records.set('mqtt-1', stored);
      const store = await openWith({ lab: { host: 'LocalHost', secret: 'mqtt-1' } });
      expect(store.clients.get('lab')?.secrets?.password).toBe('hunter2');
    });
  });

  describe('a file that somebody put in its place', () => {
    test('has the defaults where it says nothing, and is left as it is', async () => {
      const store = await openWith({
        lab: {},
        hall: { port: 8883, reconnect: { enable: false }, advanced: { qos: 0 } },
      });
      expect(store.clients).toEqual(
        clientsOf(
          client('hall', {
            fields: { port: 8883, reconnect: { enable: false, min_delay: 1000, max_delay: 60_000 } },
            advanced: { qos: 0 },
          }),
          client('lab'),
        ),
      );
      expect(await clientsInFile(folder)).toEqual({
        lab: {},
        hall: { port: 8883, reconnect: { enable: false }, advanced: { qos: 0 } },
      });
    });

    test('gives its passwords to the vault, and has none any more', async () => {
      const store = await openWith({
        lab: { username: 'reader', password: 'hunter2', port: 1884 },
        hall: { password: '' },
        tls: { ssl: true, advanced: { ca: CA, certificate: CERTIFICATE, key: KEY } },
      });
      expect(store.clients.get('lab')?.secrets?.password).toBe('hunter2');
      expect(store.clients.get('tls')?.secrets).toEqual({
        password: '',
        ca: CA,
        certificate: CERTIFICATE,
        key: KEY,
        proxy_password: '',
      });
      const text = await readFile(path, 'utf8');
      for (const secret of ['hunter2', 'password', 'BEGIN']) expect(text).not.toContain(secret);
      expect((await clientsInFile(folder))['lab']).toMatchObject({ username: 'reader', port: 1884, keep_alive: 60 });
      expect((await open()).clients).toEqual(store.clients);
    });

    test('may bring a new password for a client with other secrets', async () => {
      const store = await open();
      await store.change(
        set(
          client('lab', {
            secrets: { password: 'old', ca: CA, certificate: CERTIFICATE, key: KEY, proxy_password: '' },
          }),
        ),
      );
      const file = await clientsInFile(folder);
      const again = await openWith({ lab: { ...file['lab'], password: 'hunter2' } });
      expect(again.clients.get('lab')?.secrets).toEqual({
        password: 'hunter2',
        ca: CA,
        certificate: CERTIFICATE,
        key: KEY,
        proxy_password: '',
      });
      expect(passwords()).toEqual(['hunter2']);
    });

    test.each([
      ['another host', { host: 'evil.example', password: 'hunter2' }],
      ['another authority', { advanced: { ca: OTHER_CA } }],
    ])('does not get the stored secrets by %s', async (_what, edited) => {
      const store = await open();
      await store.change(
        set(client('lab', { secrets: { password: 'old', certificate: CERTIFICATE, key: KEY, proxy_password: '' } })),
      );
      const { secret } = (await clientsInFile(folder))['lab']!;
      const again = await openWith({ lab: { ...edited, secret } });
      expect(again.clients.get('lab')?.secrets).toMatchObject({ certificate: '', key: '' });
      expect(passwords()).not.toContain('old');
    });

    test.each([
      ['no JSON', '{"mqtt":{"clients":{"lab":{"password":hunter2}}}}', /is not valid JSON/],
      ['half a file', '{"mqtt":{"clients":{"lab":{"password":"hunter2","por', /is not valid JSON/],
      ['another form', '{"clients":{}}', /is not valid at/],
      ['an unknown field', '{"mqtt":{"clients":{"lab":{"prot":1}}}}', /prot/],
      ['a wrong value', '{"mqtt":{"clients":{"lab":{"port":0}}}}', /at mqtt\.clients\.lab\.port/],
      [
        'a reserved word',
        '{"mqtt":{"clients":{"lab":{},"__proto__":{"port":1884}}}}',
        /at mqtt\.clients\.__proto__: the identifier is reserved/,
      ],
      ['a reserved word alone', '{"mqtt":{"clients":{"__proto__":{}}}}', /__proto__/],
      ['another reserved word', '{"mqtt":{"clients":{"constructor":{}}}}', /constructor/],
      ['a reserved field', '{"mqtt":{"clients":{"lab":{"__proto__":{}}}}}', /__proto__/],
      [
        'clients that meet',
        '{"mqtt":{"clients":{"a":{"name":"hall"},"b":{"name":"hall/1"}}}}',
        /at mqtt\.clients\.b\.name: .*"a" and "b"/,
      ],
      [
        'a key alone',
        `{"mqtt":{"clients":{"a":{"advanced":{"key":${JSON.stringify(KEY)}}}}}}`,
        /at mqtt\.clients\.a\.advanced\.certificate/,
      ],
      [
        'a client id too long',
        `{"mqtt":{"clients":{"a":{"protocol_version":3,"advanced":{"client_id":"${'a'.repeat(24)}"}}}}}`,
        /client_id/,
      ],
      [
        'too many',
        JSON.stringify({ mqtt: { clients: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`c${i}`, {}])) } }),
        /101 clients, more than 100/,
      ],
    ])('is set aside and told of when it has %s', async (_what, text, damage) => {
      await writeFile(path, text);
      const store = create();
      const said = await store.start();
      expect(said).toMatch(damage);
      expect(said).toMatch(/^mqtt-clients\.json .*renamed to mqtt-clients\.json\.damaged-/s);
      expect(said).not.toMatch(/hunter2|BEGIN PRIVATE/);
      expect(store.clients.size).toBe(0);
      const names = await readdir(folder);
      expect(names).toHaveLength(1);
      expect(await readFile(join(folder, names[0]!), 'utf8')).toBe(text);
    });

    test('may have the mark that some editors put first', async () => {
      await writeFile(path, '\uFEFF{"mqtt": {"clients": {"lab": {}}}}');
      expect((await open()).clients.size).toBe(1);
    });

    test('may have no clients', async () => {
      expect((await openWith({})).clients.size).toBe(0);
    });

    test('keeps its passwords, and works, where they cannot be moved', async () => {
      vault.addFailure = new Error('the key store is locked');
      await writeFile(path, '{"mqtt":{"clients":{"lab":{"password":"hunter2"}}}}');
      const store = create();
      expect(await store.start()).toMatch(/plain-text secrets.*the key store is locked/s);
      expect(store.clients.get('lab')?.secrets?.password).toBe('hunter2');
      expect(await clientsInFile(folder)).toEqual({ lab: { password: 'hunter2' } });
      vault.addFailure = undefined;
      await store.change((clients) => applySetEnabled(clients, 'lab', false));
      expect(await readFile(path, 'utf8')).not.toContain('hunter2');
      expect((await open()).clients).toEqual(store.clients);
    });
  });

  describe('records that nobody refers to', () => {
    const stray = { address: 'x', secrets: NO_SECRETS };

    test('are removed at the next start', async () => {
      await (await open()).change(set(client('lab', { secrets: { password: 'p' } })));
      vault.records.set('mqtt-stray', stray);
      vault.records.set('mqtt-sealed-stray', null);
      await open();
      expect(passwords()).toEqual(['p']);
    });

    test('are removed where there is no file at all', async () => {
      vault.records.set('mqtt-stray', stray);
      await open();
      expect(vault.ids()).toEqual([]);
    });

    test('are kept while a damaged file lies aside, whatever is done meanwhile', async () => {
      const first = await open();
      await first.change(set(client('lab', { secrets: { password: 'p' } })));
      const good = await readFile(path, 'utf8');
      await writeFile(path, good.slice(0, -10));
      const second = create();
      expect(await second.start()).toMatch(/^mqtt-clients\.json is not valid JSON/);
      await second.change(set(client('hall', { secrets: { password: 'q' } })));
      await second.change(set(client('hall', { secrets: { password: 'r' } })));
      expect(passwords()).toEqual(['p', 'r']);
      await open();
      expect(passwords()).toEqual(['p', 'r']);
      // The user repairs the file, brings it back, and deletes what was set aside.
      const aside = (await readdir(folder)).find((name) => name.includes('damaged')) ?? '';
      await rename(join(folder, aside), path);
      await writeFile(path, good);
      expect((await open()).clients.get('lab')?.secrets?.password).toBe('p');
      expect(passwords()).toEqual(['p']);
    });

    test('do no harm where they cannot be removed, and are tried again', async () => {
      const store = await open();
      await store.change(set(client('lab', { secrets: { password: 'p' } })));
      vault.removeFailure = new Error('disk full');
      expect((await store.change(set())).after.size).toBe(0);
      expect(passwords()).toEqual(['p']);
      expect(told.join()).toContain('disk full');
      vault.removeFailure = undefined;
      await store.change(set(client('hall')));
      expect(vault.ids()).toEqual([]);
    });
  });

  describe('a change that cannot be saved', () => {
    const before = client('lab', { fields: { host: 'a.example' }, secrets: { password: 'old' } });
    const after = client('lab', { fields: { host: 'b.example' }, secrets: { password: 'new' } });

    /** What must be as it was: memory, file and vault. */
    async function expectUnchanged(store: ClientStore): Promise<void> {
      expect(store.clients).toEqual(clientsOf(before));
      expect(passwords()).toEqual(['old']);
      expect((await open()).clients).toEqual(clientsOf(before));
    }

    test('because the vault refuses: nothing has changed', async () => {
      const store = await open();
      await store.change(set(before));
      for (const [failure, words] of [
        [
          new Error('ENOSPC: no space left'),
          /nothing was changed: ENOSPC: no space left\. Check that the disk.*try again/,
        ],
        // The disk has nothing to do with it.
        [
          new KeyStoreError('it is locked'),
          /changed: the key store [^.]*: it is locked\. Unlock it, [^.]*try again\.$/,
        ],
      ] as const) {
        vault.addFailure = failure;
        await expect(store.change(set(after))).rejects.toMatchObject({
          code: 'storage-failed',
          message: expect.stringMatching(words),
        });
      }
      vault.addFailure = undefined;
      await expectUnchanged(store);
      expect((await store.change(set(after))).after.get('lab')).toEqual(after);
    });

    test('because the temporary file cannot be written: nothing has changed', async () => {
      const store = await open();
      await store.change(set(before));
      const temporary = `${path}.${process.pid}.tmp`;
      await mkdir(temporary);
      await expect(store.change(set(after))).rejects.toMatchObject({
        code: 'storage-failed',
        message: expect.stringContaining(folder),
      });
      await rmdir(temporary);
      await expectUnchanged(store);
      expect((await store.change(set(after))).after.get('lab')).toEqual(after);
    });

    test('because the file cannot be replaced: nothing has changed', async () => {
      const store = await open();
      await store.change(set(before));
      await rename(path, `${path}.kept`);
      await mkdir(path);
      await expect(store.change(set(after))).rejects.toMatchObject({ code: 'storage-failed' });
      await rmdir(path);
      await rename(`${path}.kept`, path);
      await expectUnchanged(store);
    });

    test('and whose new secrets cannot be taken back: the old state holds, and the next start clears up', async () => {
      const store = await open();
      await store.change(set(before));
      const temporary = `${path}.${process.pid}.tmp`;
      await mkdir(temporary);
      vault.removeFailure = new Error('disk full');
      await expect(store.change(set(after))).rejects.toMatchObject({ code: 'storage-failed' });
      expect(passwords()).toEqual(['old', 'new']);
      await rmdir(temporary);
      vault.removeFailure = undefined;
      expect(store.clients).toEqual(clientsOf(before));
      await open();
      await expectUnchanged(store);
    });
  });

  test('a file that cannot be read is said plainly', async () => {
    await mkdir(path);
    await expect(create().start()).rejects.toMatchObject({ code: 'data-folder-unusable' });
  });
});
