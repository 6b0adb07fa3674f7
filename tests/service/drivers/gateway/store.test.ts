/** `gateways.json`. */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GatewayStore } from '../../../../service/drivers/gateway/store.ts';
import { MensuraError } from '../../../../service/support/errors.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { freshFolder, remote, sensgate } from './rig.ts';

const FILE = 'gateways.json';

async function readStore(dataDir: string): Promise<{ store: GatewayStore; damage: string | undefined }> {
  const store = new GatewayStore(dataDir, silentLogger);
  return { store, damage: await store.start() };
}

const SENSGATE = '{"id":"g00000001","kind":"sensgate","name":"Cellar","host":"192.168.40.1"}';
const REMOTE = '{"id":"g00000002","kind":"mqtt","name":"Fleet","client":"lab","prefix":"fleet/+"}';
const fileOf = (...gateways: string[]): string => `{"version":1,"gateways":[${gateways.join(',')}]}`;

test('the file is one that a person can read, in the order in which they were added', async () => {
  const folder = freshFolder();
  const { store, damage } = await readStore(folder);
  expect([damage, store.configs.size]).toEqual([undefined, 0]);
  await store.change(() => new Map([['gffffffff', remote()]]));
  await store.change((configs) => new Map([...configs, ['g00000001', sensgate({ enabled: false })]]));
  expect(readFileSync(join(folder, FILE), 'utf8')).toBe(`{
  "version": 1,
  "gateways": [
    {
      "id": "gffffffff",
      "kind": "mqtt",
      "name": "Fleet",
      "enabled": true,
      "client": "lab",
      "prefix": "fleet/+"
    },
    {
      "id": "g00000001",
      "kind": "sensgate",
      "name": "Cellar",
      "enabled": false,
      "host": "192.168.40.1",
      "port": 8080,
      "period_ms": 1000
    }
  ]
}
`);
  expect(statSync(join(folder, FILE)).mode & 0o077).toBe(0);
  const again = await readStore(folder);
  expect([again.damage, [...again.store.configs]]).toEqual([
    undefined,
    [
      ['gffffffff', remote()],
      ['g00000001', sensgate({ enabled: false })],
    ],
  ]);
});

test('what a person left out of the file has its default', async () => {
  const folder = freshFolder();
  writeFileSync(join(folder, FILE), fileOf(SENSGATE, REMOTE));
  const { store, damage } = await readStore(folder);
  expect([damage, [...store.configs]]).toEqual([
    undefined,
    [
      ['g00000001', sensgate()],
      ['g00000002', remote()],
    ],
  ]);
});

test.each([
  ['half a fi', /is not valid JSON/],
  ['{"version":2,"gateways":[]}', /at version/],
  ['{"version":1}', /at gateways/],
  [fileOf(SENSGATE.replace('"host"', '"hots"')), /at gateways\.0/],
  [fileOf(SENSGATE, REMOTE.replace('fleet/+', 'fleet/#')), /at gateways\.1\.prefix: must not contain #/],
  [fileOf(SENSGATE.replace('sensgate', 'modbus')), /at gateways\.0\.kind/],
  [fileOf(SENSGATE.replace('g00000001', 'lab')), /at gateways\.0\.id/],
  [fileOf(SENSGATE, REMOTE.replace('g00000002', 'g00000001')), /at gateways\.1\.id: is already in use/],
  [
    fileOf(SENSGATE, REMOTE.replace('Fleet', 'Cellar')),
    /at gateways\.1\.name: a gateway named "Cellar" already exists/,
  ],
  [
    fileOf(SENSGATE, SENSGATE.replace('g00000001', 'g00000003').replace('Cellar', 'Attic')),
    /at gateways\.1\.host: gateway "Cellar" already uses 192\.168\.40\.1:8080/,
  ],
  [
    fileOf(
      ...Array.from({ length: 201 }, (_, index) =>
        REMOTE.replace('Fleet', `${index}`)
          .replace('fleet/+', `${index}`)
          .replace('g00000002', `g${String(index).padStart(8, '0')}`),
      ),
    ),
    /at gateways/,
  ],
])('a damaged file is set aside and told of, never lost: %.60s', async (text, what) => {
  const folder = freshFolder();
  writeFileSync(join(folder, FILE), text);
  const { store, damage } = await readStore(folder);
  expect(damage).toMatch(/^gateways\.json /);
  expect(damage).toMatch(what);
  expect(store.configs.size).toBe(0);
  const [aside = ''] = readdirSync(folder);
  expect(aside).toMatch(/^gateways\.json\.damaged-/);
  expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
});

test('what cannot be saved is not done, and the next change is', async () => {
  const folder = freshFolder();
  const { store } = await readStore(folder);
  await store.change(() => new Map([['g00000001', sensgate()]]));
  const before = [...store.configs];
  const elsewhere = freshFolder();
  const { store: blocked } = await readStore(elsewhere);
  mkdirSync(join(elsewhere, FILE));
  const failing = blocked.change(() => new Map([['g00000001', sensgate()]]));
  await expect(failing).rejects.toMatchObject({ code: 'storage-failed' });
  await expect(failing).rejects.toThrow(elsewhere);
  expect(blocked.configs.size).toBe(0);
  rmdirSync(join(elsewhere, FILE));
  await blocked.change(() => new Map(before));
  expect([...(await readStore(elsewhere)).store.configs]).toEqual(before);
});

test('changes are made one after the other, and one that is refused leaves the others', async () => {
  const { store } = await readStore(freshFolder());
  const add = (id: string) =>
    store.change((configs) => new Map([...configs, [id, sensgate({ name: `${configs.size}`, host: id })]]));
  const refused = new MensuraError('conflict', 'no');
  const results = await Promise.allSettled([
    add('g00000001'),
    store.change(() => {
      throw refused;
    }),
    add('g00000002'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: refused });
  expect([...store.configs].map(([id, { name }]) => [id, name])).toEqual([
    ['g00000001', '0'],
    ['g00000002', '1'],
  ]);
});
