import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { DatabaseTestResult, DatabaseView } from '../../../service/contract/index.ts';
import { startAcceptingDatabase } from '../../support/accepting-database.ts';
import { freshFolder } from '../../support/process.ts';
import { serve } from '../../support/rig.ts';
import type { RunningService } from '../../support/service.ts';
import { type CallOptions, type Ended, mensura } from './support/mensura.ts';

const TOKEN = 'correct horse token';

let url: string;
let service: RunningService;

beforeAll(async () => {
  url = await startAcceptingDatabase();
  service = await serve();
});

function database(args: string[], { env = {}, ...options }: CallOptions = {}): Promise<Ended> {
  return mensura(['database', ...args], { ...options, env: { MENSURA_DATA_DIR: service.dataDir, ...env } });
}

async function listed(name: string): Promise<DatabaseView | undefined> {
  const { out } = await database(['ls', '--json']);
  return (JSON.parse(out) as DatabaseView[]).find(({ config }) => config.name === name);
}

test.each<[string, string[], CallOptions]>([
  ['standard input', ['--token-stdin'], { input: `${TOKEN}\r\n` }],
  ['a variable', [], { env: { MENSURA_DATABASE_TOKEN: TOKEN } }],
])('adds a database with the token from %s', async (source, flags, options) => {
  const added = await database(
    ['add', source, '--kind', 'influxdb2', '--server', url, '--bucket', 'b', ...flags],
    options,
  );
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(added.out).toMatch(new RegExp(`^Added database ${source} \\(b[0-9a-f]{8}, http`));
  expect(await listed(source)).toMatchObject({ token_set: true, config: { bucket: 'b', kind: 'influxdb2' } });
  const tried = await database(['test', source]);
  expect(tried).toMatchObject({ code: 0, err: '' });
  expect((await database(['ls'])).out).not.toContain(TOKEN);
});

test('reads a token from a file, and refuses two sources', async () => {
  const file = join(freshFolder(), 'token.txt');
  writeFileSync(file, `${TOKEN}\n`);
  const fields = ['--kind', 'influxdb2', '--server', url, '--bucket', 'b'];
  expect(await database(['add', 'file', ...fields, '--token-file', file])).toMatchObject({ code: 0 });
  expect(await listed('file')).toMatchObject({ token_set: true });
  expect(await database(['add', 'x', ...fields, '--token-file', file, '--token-stdin'])).toMatchObject({ code: 2 });
});

test('changes only what is given', async () => {
  const fields = ['--kind', 'influxdb1', '--server', url, '--database', 'plant', '--tags', 'site=Hall%202,line=4'];
  await database(['add', 'changed', ...fields, '--no-gzip', '--disabled']);
  expect((await listed('changed'))?.config).toMatchObject({
    enabled: false,
    gzip: false,
    tags: ['site=Hall 2', 'line=4'],
  });
  const set = await database(['set', 'changed', '--interval', '60', '--enabled', '--measurement', 'plant 2']);
  expect(set).toMatchObject({ code: 0, err: '' });
  expect((await listed('changed'))?.config).toMatchObject({
    enabled: true,
    gzip: false,
    database: 'plant',
    measurement: 'plant 2',
    tags: ['site=Hall 2', 'line=4'],
    readings: { interval_s: 60 },
  });
  const env = { MENSURA_DATABASE_PASSWORD: 'not asked for' };
  expect(await database(['set', 'changed', '--gzip'], { env })).toMatchObject({ code: 0, err: '' });
  expect(await listed('changed')).toMatchObject({ password_set: false, config: { gzip: true, enabled: true } });
  expect(await database(['set', 'changed', '--no-gzip'])).toMatchObject({ code: 0 });
  expect((await listed('changed'))?.config.gzip).toBe(false);
  expect(await database(['set', 'changed', '--kind', 'victoriametrics'])).toMatchObject({ code: 0 });
  expect((await listed('changed'))?.config).toMatchObject({ kind: 'victoriametrics', database: '' });
  expect(await database(['set', 'changed', '--disabled'])).toMatchObject({ code: 0 });
  expect((await listed('changed'))?.config.enabled).toBe(false);
});

test('reports what is wrong', async () => {
  const missing = await database(['add', 'x', '--kind', 'influxdb1', '--server', url]);
  expect(missing.code).toBe(8);
  expect(missing.err).toContain('database');
  expect(await database(['test', 'nobody'])).toMatchObject({ code: 7 });
  await database(['add', 'nowhere', '--kind', 'victoriametrics', '--server', 'http://127.0.0.1:9']);
  const tried = await database(['test', 'nowhere']);
  expect([tried.code, tried.out]).toEqual([10, '']);
  expect(tried.err).toContain('connection refused');
  const { out } = await database(['test', 'nowhere', '--json']);
  expect((JSON.parse(out) as DatabaseTestResult).error?.code).toBe('port-refused');
});

test('deletes by name, all or none', async () => {
  await database(['add', 'one', '--kind', 'victoriametrics', '--server', url]);
  expect(await database(['rm', 'one', 'nobody', '--yes'])).toMatchObject({ code: 7 });
  expect(await listed('one')).toBeDefined();
  expect(await database(['rm', 'one', '--yes'])).toMatchObject({ code: 0, out: 'Deleted one.\n' });
  expect(await listed('one')).toBeUndefined();
});
