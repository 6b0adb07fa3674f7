import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Backup, RestorePreview, Settings } from '../../../service/contract/index.ts';
import { atEnd } from '../../support/at-end.ts';
import { freshFolder } from '../../support/process.ts';
import { serve } from '../../support/rig.ts';
import type { RunningService } from '../../support/service.ts';
import { type Ended, mensura } from './support/mensura.ts';

const EVIL = 'https://evil.example';
const TOOLS = 'https://tools.example:8443';

describe('a server without a proof', () => {
  let env: Record<string, string>;
  let url: string;
  const seen: string[] = [];

  beforeAll(async () => {
    const stranger = createServer((request, response) => {
      seen.push(request.url ?? '');
      request.on('data', (bytes: Buffer) => seen.push(bytes.toString()));
      const made = '../../../../planted';
      request.on('end', () => response.end(JSON.stringify({ proof: 'f'.repeat(64), made, format: 'mensura-backup' })));
    });
    atEnd(() => stranger.close());
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const port = String((stranger.address() as AddressInfo).port);
    url = `http://127.0.0.1:${port}`;
    env = { XDG_CONFIG_HOME: freshFolder(), MENSURA_PORT: port };
  });

  test.each([
    ['backup', (folder: string) => ['backup', folder]],
    ['backup to standard output', () => ['backup']],
    ['export', (folder: string) => ['export', 'E1', '--output', folder]],
    ['restore', (folder: string) => ['restore', join(folder, 'mine.json')]],
  ])('neither sends nor receives a file: %s', async (_what, args) => {
    const folder = join(freshFolder(), 'out');
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine.json'), '{"planted": "secret-name"}');
    const { code, out, err } = await mensura(args(folder), { env });
    expect([code, out, err]).toEqual([8, '', expect.stringContaining('cannot verify the service')]);
    expect(readdirSync(folder)).toEqual(['mine.json']);
    expect(seen.join('')).not.toContain('secret-name');
  });

  test('cannot choose the file name, even with --url', async () => {
    const folder = join(freshFolder(), 'out');
    mkdirSync(folder);
    expect(await mensura(['backup', folder, '--url', url], { env })).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^mensura-backup-\d{4}-\d\d-\d\d\.json$/)]);
  });
});

describe('a restore', () => {
  let service: RunningService;
  let file: string;

  beforeAll(async () => {
    service = await serve();
    const backup = JSON.parse((await restoring('backup')).out) as Backup;
    backup.settings = { ...backup.settings, allowed_origins: [EVIL, TOOLS], history_raw_days: 30 };
    backup.mqtt.mqtt.clients = { lab: { host: '127.0.0.1', port: 1 } };
    file = join(freshFolder(), 'hostile.json');
    writeFileSync(file, JSON.stringify(backup));
  });

  function restoring(...args: string[]): Promise<Ended> {
    return mensura(args, { env: { MENSURA_DATA_DIR: service.dataDir } });
  }

  const settings = (): Settings => JSON.parse(readFileSync(join(service.dataDir, 'settings.json'), 'utf8')) as Settings;

  test('changes nothing with --preview or without confirmation', async () => {
    const { code, out } = await restoring('restore', file, '--preview');
    expect(code).toBe(0);
    expect(out).toContain(`Web pages of ${EVIL} can read everything here`);
    expect(out).toContain('MQTT client "lab" connects to mqtt://127.0.0.1:1, without TLS.');
    expect(out).toContain('Raw readings are stored for 30 days instead of 90 days. No stored data is deleted.');
    const { out: json } = await restoring('restore', file, '--preview', '--json', '--part', 'mqtt');
    expect((JSON.parse(json) as RestorePreview).effects.map(({ value }) => value)).toEqual(['mqtt://127.0.0.1:1']);
    expect(await restoring('restore', file)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect((JSON.parse((await restoring('backup')).out) as Backup).mqtt.mqtt.clients).toEqual({});
  });

  test('with --yes allows only the named origins', async () => {
    const { code, out } = await restoring('restore', file, '--yes', '--allow-origin', TOOLS);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`Web origins without confirmation were not restored: ${EVIL}.`),
    ]);
    expect(settings()).toMatchObject({ allowed_origins: [TOOLS], history_raw_days: 30 });
  });

  test('refuses an origin that is not in the backup', async () => {
    const refused = await restoring('restore', file, '--yes', '--allow-origin', 'https://a.example');
    expect(refused).toMatchObject({ code: 8, err: expect.stringContaining('https://a.example is not in the backup') });
  });

  test('reports an unreadable or invalid file', async () => {
    const other = join(freshFolder(), 'other.json');
    expect(await restoring('restore', other)).toMatchObject({ code: 11 });
    writeFileSync(other, 'hello');
    expect(await restoring('restore', other)).toMatchObject({ code: 11, err: expect.stringContaining('invalid JSON') });
    writeFileSync(other, '{}');
    expect(await restoring('restore', other)).toMatchObject({ code: 8, err: expect.stringContaining('backup.format') });
  });
});
