/** The client store on a file that it has not written: by hand, damaged, or not readable. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applySetEnabled } from '../../../../service/mqtt/clients/changes.ts';
import { set, storeRig } from './support/client-store-rig.ts';
import { client, clientsOf } from './support/clients.ts';
import { CA, CERTIFICATE, KEY, OTHER_CA } from './support/pem.ts';
import { clientsInFile } from './support/stores.ts';

const rig = storeRig();

describe('a file that somebody put in its place', () => {
  test('has the defaults where it says nothing, and is left as it is', async () => {
    const store = await rig.openWith({
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
    expect(await clientsInFile(rig.folder)).toEqual({
      lab: {},
      hall: { port: 8883, reconnect: { enable: false }, advanced: { qos: 0 } },
    });
  });

  test('gives its passwords to the vault, and has none any more', async () => {
    const store = await rig.openWith({
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
      signing_key: '',
    });
    const text = await readFile(rig.path, 'utf8');
    for (const secret of ['hunter2', 'password', 'BEGIN']) expect(text).not.toContain(secret);
    expect((await clientsInFile(rig.folder))['lab']).toMatchObject({ username: 'reader', port: 1884, keep_alive: 60 });
    expect((await rig.open()).clients).toEqual(store.clients);
  });

  test('may bring a new password for a client with other secrets', async () => {
    const store = await rig.open();
    await store.change(
      set(
        client('lab', {
          secrets: { password: 'old', ca: CA, certificate: CERTIFICATE, key: KEY, proxy_password: '', signing_key: '' },
        }),
      ),
    );
    const file = await clientsInFile(rig.folder);
    const again = await rig.openWith({ lab: { ...file['lab'], password: 'hunter2' } });
    expect(again.clients.get('lab')?.secrets).toEqual({
      password: 'hunter2',
      ca: CA,
      certificate: CERTIFICATE,
      key: KEY,
      proxy_password: '',
      signing_key: '',
    });
    expect(rig.passwords()).toEqual(['hunter2']);
  });

  test.each([
    ['another host', { host: 'evil.example', password: 'hunter2' }],
    ['another authority', { advanced: { ca: OTHER_CA } }],
  ])('does not get the stored secrets by %s', async (_what, edited) => {
    const store = await rig.open();
    await store.change(
      set(
        client('lab', {
          secrets: { password: 'old', certificate: CERTIFICATE, key: KEY, proxy_password: '', signing_key: '' },
        }),
      ),
    );
    const { secret } = (await clientsInFile(rig.folder))['lab']!;
    const again = await rig.openWith({ lab: { ...edited, secret } });
    expect(again.clients.get('lab')?.secrets).toMatchObject({ certificate: '', key: '' });
    expect(rig.passwords()).not.toContain('old');
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
    await writeFile(rig.path, text);
    const store = rig.create();
    const said = await store.start();
    expect(said).toMatch(damage);
    expect(said).toMatch(/^mqtt-clients\.json .*renamed to mqtt-clients\.json\.damaged-/s);
    expect(said).not.toMatch(/hunter2|BEGIN PRIVATE/);
    expect(store.clients.size).toBe(0);
    const names = await readdir(rig.folder);
    expect(names).toHaveLength(1);
    expect(await readFile(join(rig.folder, names[0]!), 'utf8')).toBe(text);
  });

  test('may have the mark that some editors put first', async () => {
    await writeFile(rig.path, '\uFEFF{"mqtt": {"clients": {"lab": {}}}}');
    expect((await rig.open()).clients.size).toBe(1);
  });

  test('may have no clients', async () => {
    expect((await rig.openWith({})).clients.size).toBe(0);
  });

  test('keeps its passwords, and works, where they cannot be moved', async () => {
    rig.vault.addFailure = new Error('the key store is locked');
    await writeFile(rig.path, '{"mqtt":{"clients":{"lab":{"password":"hunter2"}}}}');
    const store = rig.create();
    expect(await store.start()).toMatch(/plain-text secrets.*the key store is locked/s);
    expect(store.clients.get('lab')?.secrets?.password).toBe('hunter2');
    expect(await clientsInFile(rig.folder)).toEqual({ lab: { password: 'hunter2' } });
    rig.vault.addFailure = undefined;
    await store.change((clients) => applySetEnabled(clients, 'lab', false));
    expect(await readFile(rig.path, 'utf8')).not.toContain('hunter2');
    expect((await rig.open()).clients).toEqual(store.clients);
  });
});

test('a file that cannot be read is said plainly', async () => {
  await mkdir(rig.path);
  await expect(rig.create().start()).rejects.toMatchObject({ code: 'data-folder-unusable' });
});
