/** Backup, reset, restore, log, checks and diagnostics of the built service, as a user's tools see them. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BACKUP_GROUPS,
  backupSchema,
  checksSchema,
  confirmationOf,
  type LogResult,
  logResultSchema,
  type RestoreResult,
  restoredSchema,
  restorePreviewSchema,
} from '../../service/contract/index.ts';
import { CA, CERTIFICATE, KEY } from '../service/mqtt/clients/support/pem.ts';
import { openEvents } from '../support/events.ts';
import { type RunningService, startService } from '../support/service.ts';

const PASSWORD = 'planted-password-"\\4711';
const LONG_LINE_OF_KEY = KEY.split('\n')[1] ?? 'no key';
const LONG_LINE_OF_CERTIFICATE = CERTIFICATE.split('\n')[1] ?? 'no certificate';

let home: string;
let service: RunningService;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'mensura-home-'));
  service = await startService({
    dataDir: join(home, 'data'),
    args: ['--simulate=2x1'],
    env: { HOME: home, USERPROFILE: home },
  });
});
afterAll(async () => {
  await service.stop();
  await rm(home, { recursive: true, force: true });
});

async function send(method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${service.url}/app/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return JSON.parse(text) as unknown;
}

async function read(path: string): Promise<unknown> {
  return (await fetch(`${service.url}/app/v1/${path}`)).json();
}

/** Something in every part, with a secret wherever one can be entered. */
async function fill(): Promise<void> {
  await send('PATCH', 'settings', { history_raw_days: 33, display_units: { '°C': '°F' } });
  await send('POST', 'mqtt/clients', {
    identifier: 'lab',
    host: '127.0.0.1',
    // Nothing listens there: the log tells of it.
    port: 1,
    ssl: true,
    username: 'lab-user',
    password: PASSWORD,
    advanced: { ca: CA, certificate: CERTIFICATE, key: KEY },
  });
  await send('POST', 'gateways', { kind: 'mqtt', name: 'Fleet', client: 'lab', prefix: 'fleet/+' });
  await send('POST', 'gateways', { kind: 'sensgate', name: 'Cellar', host: '127.0.0.1', port: 1 });
  const rule = { family: 'usb', serial: 'SIM1', channel: 'temperature', upper: 99 };
  await send('POST', 'alarms/rules', rule);
  const tile = { id: 't1', kind: 'value', x: 0, y: 0, w: 3, h: 2, channel: 'usb/SIM1/temperature' };
  await send('POST', 'dashboards', { name: 'Cold room', tiles: [tile] });
  await send('POST', 'computed', { name: 'Sum', formula: '[usb/SIM00001/temperature] + 1' });
  const channels = [{ family: 'usb', serial: 'SIM00001', channel: 'temperature' }];
  await send('POST', 'run-plans', { name: 'Batch {n}', channels, start: { kind: 'request' } });
  const points = [{ measured: 20.1, reference: 20 }];
  await send('PUT', 'devices/usb/SIM00001/channels/temperature/correction', { unit: '°C', points });
}

describe('a reset and a restore', () => {
  test('have their effect at once, in every window, and lose nothing but the secrets', async () => {
    await fill();
    const backup = backupSchema.parse(await read('backup'));
    const events = await openEvents(service.url);
    const reset = restoredSchema.parse(await send('POST', 'reset', { parts: [...BACKUP_GROUPS] }));
    await events.waitFor('the settings', ({ what, value }) => what === 'settings' && value['history_raw_days'] === 90);
    await events.waitFor('the gateway that went', ({ what }) => what === 'gateway gone');
    await events.waitFor('the rule that went', ({ what }) => what === 'alarm-rule gone');
    await events.waitFor('the dashboard that went', ({ what }) => what === 'dashboard gone');
    expect(await read('mqtt/clients')).toMatchObject({ clients: [] });
    expect((await stat(reset.kept)).mode & 0o777).toBe(0o600);
    const kept = backupSchema.parse(JSON.parse(await readFile(reset.kept, 'utf8')));
    const { effects } = restorePreviewSchema.parse(await send('POST', 'restore/preview', { backup: kept }));
    const confirm = confirmationOf(effects, []);
    const restored = (await send('POST', 'restore', { backup: kept, confirm })) as RestoreResult;
    expect(restored).toMatchObject({
      mqtt_clients: 1,
      gateways: 2,
      alarm_rules: 1,
      dashboards: 1,
      corrections: 1,
      computed_channels: 1,
      run_plans: 1,
      passwords_needed: ['lab'],
    });
    const after = backupSchema.parse(await read('backup'));
    const { corrections } = backup;
    expect({ ...after, made: backup.made, with_secrets: ['lab'], corrections }).toEqual(backup);
    // Reset and restore are versions of their own.
    const versions = after.corrections?.[0]?.versions ?? [];
    expect(versions.map(({ coefficients }) => coefficients?.length)).toEqual([3, undefined, 3]);
    events.close();
  });
});

describe('the diagnostics', () => {
  test('are a ZIP with everything, and no secret or home folder in it', async () => {
    const secrets = { password: PASSWORD, advanced: { ca: CA, certificate: CERTIFICATE, key: KEY } };
    const lab = { host: '127.0.0.1', port: 1, ssl: true, username: 'lab-user', ...secrets };
    await send('POST', 'mqtt/import', { mqtt: { clients: { lab } } });
    // A secret may have come to where none is expected.
    await send('POST', 'gateways', { kind: 'sensgate', name: PASSWORD, host: '127.0.0.1', port: 9, enabled: false });
    // What is refused could be repeated in the log.
    const body = JSON.stringify({ kind: 'sensgate', name: 'X', host: `user:${PASSWORD}@example` });
    await fetch(`${service.url}/app/v1/gateways`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const answer = await fetch(`${service.url}/app/v1/diagnostics`);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(
      /attachment; filename="mensura-diagnostics-\d{4}-\d\d-\d\d\.zip"/,
    );
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const texts = new Map(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
    expect([...texts.keys()]).toEqual([
      'README.txt',
      'about.json',
      'status.json',
      'settings.json',
      'devices.jsonl',
      'remembered-devices.jsonl',
      'mqtt.json',
      'gateways.json',
      'databases.json',
      'destinations.json',
      'alarms.json',
      'corrections.jsonl',
      'computed.jsonl',
      'run-plans.jsonl',
      'history.json',
      'checks.json',
      'log-of-this-run.jsonl',
      'mensura.log',
    ]);
    const all = [...texts.values()].join('\n');
    const escaped = JSON.stringify(PASSWORD).slice(1, -1);
    for (const secret of [PASSWORD, escaped, LONG_LINE_OF_KEY, LONG_LINE_OF_CERTIFICATE, 'PRIVATE KEY', home]) {
      expect(all).not.toContain(secret);
    }
    for (const text of texts.values()) expect(text).not.toContain('Cannot read this');
    expect(JSON.parse(texts.get('mqtt.json') ?? '')).toMatchObject({
      clients: [{ identifier: 'lab', password_set: true }],
    });
    expect(texts.get('settings.json')).toContain('"~/data');
    expect(texts.get('devices.jsonl')?.trim().split('\n')).toHaveLength(4);
    expect(texts.get('mensura.log')).toContain('listening at');
    expect(JSON.parse(texts.get('about.json') ?? '')).toMatchObject({
      started_with: { dataDir: '~/data' },
      versions: { node: process.versions.node },
    });
  });
});

describe('the log and the checks', () => {
  test('the log is of this run, at the level that is set', async () => {
    const { newest, file } = logResultSchema.parse(await read('log'));
    expect(file).toBe(join(home, 'data', 'log', 'mensura.log'));
    await send('PATCH', 'settings', { log_level: 'debug' });
    await send('POST', 'reset', { parts: ['alarms'] });
    const { entries } = (await read(`log?after=${newest}`)) as LogResult;
    expect(entries.map(({ text }) => text).join('\n')).toContain('reset alarm rules (');
  });

  test('the checks say something of this computer', async () => {
    const { checks } = checksSchema.parse(await read('checks'));
    expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(['data-folder', 'clock', 'history']));
    for (const { state, remedy } of checks) expect(state === 'missing' ? remedy : 'fine').not.toBe('');
  });
});
