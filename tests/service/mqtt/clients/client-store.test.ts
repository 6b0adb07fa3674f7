import { mkdir, readdir, readFile, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { READING_CHOICE_DEFAULTS } from '../../../../service/contract/index.ts';
import { applyExpertAdd } from '../../../../service/mqtt/clients/changes.ts';
import type { ClientStore } from '../../../../service/mqtt/clients/client-store.ts';
import { KeyStoreError } from '../../../../service/secrets/vault.ts';
import { set, storeRig } from './support/client-store-rig.ts';
import { client, clientsOf } from './support/clients.ts';
import { CA, CERTIFICATE, KEY } from './support/pem.ts';
import { clientsInFile } from './support/stores.ts';

const RECORD = /^mqtt-[0-9a-f]{24}$/;

const rig = storeRig();

describe('the client store', () => {
  test('is empty where there is no file yet, and writes none', async () => {
    expect((await rig.open()).clients.size).toBe(0);
    expect(await readdir(rig.folder)).toEqual([]);
  });

  test('keeps clients and secrets over a restart, in order of their identifiers', async () => {
    const store = await rig.open();
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
    for (const clients of [after, (await rig.open()).clients]) {
      expect([...clients.keys()]).toEqual(['10', '9', 'B', 'b', 'ä']);
      expect(clients).toEqual(clientsOf(...configs));
    }
    expect((await stat(rig.path)).mode & 0o777).toBe(0o600);
  });

  test('the file is readable, has all fields, and no secret', async () => {
    const store = await rig.open();
    await store.change(
      set(client('lab', { secrets: { password: 'hunter2', certificate: CERTIFICATE, key: KEY, proxy_password: '' } })),
    );
    const [id] = rig.vault.ids();
    expect(id).toMatch(RECORD);
    expect(await readFile(rig.path, 'utf8')).toBe(`{
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
    await (await rig.open()).change(set(client('lab', { advanced: { qos: 2, alpn: ['mqtt'] } })));
    const text = await readFile(rig.path, 'utf8');
    const later = /,\s*"alpn": \[[^\]]*\]|,\s*"(transport|path|proxy|proxy_username)": "[^"]*"/g;
    await writeFile(rig.path, text.replace(later, ''));
    expect(await readFile(rig.path, 'utf8')).not.toMatch(/alpn|transport|proxy/);
    const { clients } = await rig.open();
    const defaults = { alpn: [], transport: 'tcp', path: '/mqtt', proxy: '', proxy_username: '' };
    expect(clients.get('lab')?.advanced).toMatchObject({ qos: 2, ...defaults });
  });

  test.each([{}, { readings: { interval_s: 60 } }])(
    'a file with %j is read with the defaults of the rest',
    async (advanced) => {
      const { clients } = await rig.openWith({ lab: { advanced } });
      expect(clients.get('lab')?.advanced.readings).toEqual({ ...READING_CHOICE_DEFAULTS, ...advanced.readings });
    },
  );

  test('a client without secrets refers to none', async () => {
    await (await rig.open()).change(set(client('lab')));
    expect(Object.keys((await clientsInFile(rig.folder))['lab']!)).not.toContain('secret');
    expect(rig.vault.records.size).toBe(0);
  });

  test('changes asked for at the same time are made one after the other', async () => {
    const store = await rig.open();
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
    expect((await rig.open()).clients.size).toBe(20);
    expect(rig.passwords().toSorted()).toEqual(names.toSorted());
  });

  test('what the maker throws refuses the change, and the next one is made', async () => {
    const store = await rig.open();
    const refused = store.change(() => {
      throw new Error('no');
    });
    const next = store.change(set(client('lab')));
    await expect(refused).rejects.toThrow('no');
    expect((await next).after.size).toBe(1);
  });

  test('more than 100 clients are refused, naming the limit', async () => {
    const store = await rig.open();
    const many = Array.from({ length: 101 }, (_, index) => client(`c${index}`));
    await expect(store.change(set(...many))).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining('100'),
    });
    expect((await store.change(set(...many.slice(1)))).after.size).toBe(100);
  });
});

describe('a change that cannot be saved', () => {
  const before = client('lab', { fields: { host: 'a.example' }, secrets: { password: 'old' } });
  const after = client('lab', { fields: { host: 'b.example' }, secrets: { password: 'new' } });

  /** What must be as it was: memory, file and rig.vault. */
  async function expectUnchanged(store: ClientStore): Promise<void> {
    expect(store.clients).toEqual(clientsOf(before));
    expect(rig.passwords()).toEqual(['old']);
    expect((await rig.open()).clients).toEqual(clientsOf(before));
  }

  test('because the vault refuses: nothing has changed', async () => {
    const store = await rig.open();
    await store.change(set(before));
    for (const [failure, words] of [
      [
        new Error('ENOSPC: no space left'),
        /nothing was changed: ENOSPC: no space left\. Check that the disk.*try again/,
      ],
      // The disk has nothing to do with it.
      [new KeyStoreError('it is locked'), /changed: the key store [^.]*: it is locked\. Unlock it, [^.]*try again\.$/],
    ] as const) {
      rig.vault.addFailure = failure;
      await expect(store.change(set(after))).rejects.toMatchObject({
        code: 'storage-failed',
        message: expect.stringMatching(words),
      });
    }
    rig.vault.addFailure = undefined;
    await expectUnchanged(store);
    expect((await store.change(set(after))).after.get('lab')).toEqual(after);
  });

  test('because the temporary file cannot be written: nothing has changed', async () => {
    const store = await rig.open();
    await store.change(set(before));
    const temporary = `${rig.path}.${process.pid}.tmp`;
    await mkdir(temporary);
    await expect(store.change(set(after))).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining(rig.folder),
    });
    await rmdir(temporary);
    await expectUnchanged(store);
    expect((await store.change(set(after))).after.get('lab')).toEqual(after);
  });

  test('because the file cannot be replaced: nothing has changed', async () => {
    const store = await rig.open();
    await store.change(set(before));
    await rename(rig.path, `${rig.path}.kept`);
    await mkdir(rig.path);
    await expect(store.change(set(after))).rejects.toMatchObject({ code: 'storage-failed' });
    await rmdir(rig.path);
    await rename(`${rig.path}.kept`, rig.path);
    await expectUnchanged(store);
  });

  test('and whose new secrets cannot be taken back: the old state holds, and the next start clears up', async () => {
    const store = await rig.open();
    await store.change(set(before));
    const temporary = `${rig.path}.${process.pid}.tmp`;
    await mkdir(temporary);
    rig.vault.removeFailure = new Error('disk full');
    await expect(store.change(set(after))).rejects.toMatchObject({ code: 'storage-failed' });
    expect(rig.passwords()).toEqual(['old', 'new']);
    await rmdir(temporary);
    rig.vault.removeFailure = undefined;
    expect(store.clients).toEqual(clientsOf(before));
    await rig.open();
    await expectUnchanged(store);
  });
});
