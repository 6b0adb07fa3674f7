/** Secrets of the client store: their records in the vault, and those that nobody refers to. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  applyExpertAdd,
  applyRemove,
  applyRestore,
  applySetEnabled,
  applyUpdate,
} from '../../../../service/mqtt/clients/changes.ts';
import { NO_SECRETS } from '../../../../service/mqtt/types.ts';
import { set, storeRig } from './support/client-store-rig.ts';
import { client } from './support/clients.ts';
import { CA, OTHER_CA } from './support/pem.ts';
import { clientsInFile } from './support/stores.ts';

const rig = storeRig();

describe('secrets', () => {
  const lab = client('lab', { secrets: { password: 'hunter2', ca: CA } });

  test('keep their record while they and the address stay', async () => {
    const store = await rig.open();
    await store.change(set(lab));
    const ids = rig.vault.ids();
    await store.change((clients) => applySetEnabled(clients, 'lab', false));
    await store.change((clients) => applyUpdate(clients, 'lab', { name: 'hall', username: 'x', host: 'LOCALHOST' }));
    expect(rig.vault.ids()).toEqual(ids);
    expect((await clientsInFile(rig.folder))['lab']?.secret).toBe(ids[0]);
  });

  test.each([
    ['the password', { ...lab, secrets: { ...NO_SECRETS, password: 'new', ca: CA } }],
    ['the authority', { ...lab, secrets: { ...NO_SECRETS, password: 'hunter2', ca: OTHER_CA } }],
    ['the address', { ...lab, fields: { ...lab.fields, port: 1884 } }],
    ['the check of the name', { ...lab, advanced: { ...lab.advanced, check_server_name: false } }],
  ])('get a new record, and lose the old one, when %s changes', async (_what, changed) => {
    const store = await rig.open();
    await store.change(set(lab));
    const [old] = rig.vault.ids();
    await store.change(set(changed));
    expect(rig.vault.ids()).toHaveLength(1);
    expect(rig.vault.ids()[0]).not.toBe(old);
    expect((await rig.open()).clients.get('lab')).toEqual(changed);
  });

  test('go with their client', async () => {
    const store = await rig.open();
    await store.change(set(lab, client('hall', { secrets: { password: 'stays' } })));
    await store.change((clients) => applyRemove(clients, 'lab'));
    expect(rig.passwords()).toEqual(['stays']);
  });

  test('come back with it', async () => {
    const store = await rig.open();
    const { after } = await store.change(set(lab));
    await store.change((clients) => applyRemove(clients, 'lab'));
    await store.change((clients) => applyRestore(clients, after.get('lab')!));
    expect((await rig.open()).clients).toEqual(after);
  });

  test('of another record in the vault are not touched', async () => {
    rig.vault.records.set('gateway-1', { address: 'x', secrets: NO_SECRETS });
    const store = await rig.open();
    await store.change(set(lab));
    await store.change(set());
    expect(rig.vault.ids()).toEqual(['gateway-1']);
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
    if (record !== undefined) rig.vault.records.set('mqtt-1', record);
    const store = await rig.openWith({ lab: { secret: 'mqtt-1' } });
    expect(store.clients.get('lab')?.secrets).toBeNull();
    expect(rig.told.join()).toContain('lab');
    await store.change((clients) => applyUpdate(clients, 'lab', { keep_alive: 5 }));
    await store.change((clients) => applyExpertAdd(clients, { mqtt: { clients: { hall: {} } } }));
    expect((await clientsInFile(rig.folder))['lab']).toMatchObject({ secret: 'mqtt-1', keep_alive: 5 });
    expect(rig.vault.ids()).toEqual(record === undefined ? [] : ['mqtt-1']);
    expect((await rig.open()).clients.get('lab')?.secrets).toBeNull();
  });

  test('are used again when they can be read again', async () => {
    const store = await rig.openWith({ lab: { secret: 'mqtt-1' } });
    await store.change((clients) => applySetEnabled(clients, 'lab', true));
    rig.vault.records.set('mqtt-1', stored);
    expect((await rig.open()).clients.get('lab')?.secrets?.password).toBe('hunter2');
  });

  test('make room for what is entered', async () => {
    rig.vault.records.set('mqtt-1', null);
    const store = await rig.openWith({ lab: { secret: 'mqtt-1' } });
    await store.change((clients) => applyUpdate(clients, 'lab', { password: 'new' }));
    expect(rig.passwords()).toEqual(['new']);
    expect((await rig.open()).clients.get('lab')?.secrets?.password).toBe('new');
  });

  test('are still waited for after a client was removed and restored', async () => {
    rig.vault.records.set('mqtt-1', null);
    const store = await rig.openWith({ lab: { secret: 'mqtt-1' } });
    const { before } = await store.change((clients) => applyRemove(clients, 'lab'));
    await store.change((clients) => applyRestore(clients, before.get('lab')!));
    expect((await rig.open()).clients.get('lab')?.secrets).toBeNull();
  });

  test('stay where they are when the host is spelled in other letter case', async () => {
    rig.vault.records.set('mqtt-1', stored);
    const store = await rig.openWith({ lab: { host: 'LocalHost', secret: 'mqtt-1' } });
    expect(store.clients.get('lab')?.secrets?.password).toBe('hunter2');
  });
});

describe('records that nobody refers to', () => {
  const stray = { address: 'x', secrets: NO_SECRETS };

  test('are removed at the next start', async () => {
    await (await rig.open()).change(set(client('lab', { secrets: { password: 'p' } })));
    rig.vault.records.set('mqtt-stray', stray);
    rig.vault.records.set('mqtt-sealed-stray', null);
    await rig.open();
    expect(rig.passwords()).toEqual(['p']);
  });

  test('are removed where there is no file at all', async () => {
    rig.vault.records.set('mqtt-stray', stray);
    await rig.open();
    expect(rig.vault.ids()).toEqual([]);
  });

  test('are kept while a damaged file lies aside, whatever is done meanwhile', async () => {
    const first = await rig.open();
    await first.change(set(client('lab', { secrets: { password: 'p' } })));
    const good = await readFile(rig.path, 'utf8');
    await writeFile(rig.path, good.slice(0, -10));
    const second = rig.create();
    expect(await second.start()).toMatch(/^mqtt-clients\.json is not valid JSON/);
    await second.change(set(client('hall', { secrets: { password: 'q' } })));
    await second.change(set(client('hall', { secrets: { password: 'r' } })));
    expect(rig.passwords()).toEqual(['p', 'r']);
    await rig.open();
    expect(rig.passwords()).toEqual(['p', 'r']);
    // The user repairs the file, brings it back, and deletes what was set aside.
    const aside = (await readdir(rig.folder)).find((name) => name.includes('damaged')) ?? '';
    await rename(join(rig.folder, aside), rig.path);
    await writeFile(rig.path, good);
    expect((await rig.open()).clients.get('lab')?.secrets?.password).toBe('p');
    expect(rig.passwords()).toEqual(['p']);
  });

  test('do no harm where they cannot be removed, and are tried again', async () => {
    const store = await rig.open();
    await store.change(set(client('lab', { secrets: { password: 'p' } })));
    rig.vault.removeFailure = new Error('disk full');
    expect((await store.change(set())).after.size).toBe(0);
    expect(rig.passwords()).toEqual(['p']);
    expect(rig.told.join()).toContain('disk full');
    rig.vault.removeFailure = undefined;
    await store.change(set(client('hall')));
    expect(rig.vault.ids()).toEqual([]);
  });
});
