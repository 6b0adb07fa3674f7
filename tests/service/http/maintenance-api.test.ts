/** Backup, restore and reset over HTTP, with everything real behind it; hostile files change nothing. */
import { request } from 'node:http';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Backup,
  backupSchema,
  MAX_BACKUP_BYTES,
  restoredSchema,
  restorePreviewSchema,
  restoreRequestSchema,
} from '../../../service/contract/index.ts';
import { checkBody, readJson } from '../../../service/http/routing/strict-json.ts';
import { type MaintenanceRig, maintenanceRig } from '../backup/rig.ts';
import { type Answer, ask, messageOf, post } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

let rig: MaintenanceRig;
let host: Host;

beforeEach(async () => {
  rig = await maintenanceRig();
  await rig.devices.patch({ family: 'usb', serial: 'E24638' }, { alias: 'Cold room' });
  host = await startHost({ maintenance: rig.maintenance });
  onTestFinished(() => host.stop());
});

function restore(body: unknown): Promise<Answer> {
  return post(host.port, '/app/v1/restore', typeof body === 'string' ? body : JSON.stringify(body));
}

test('returns a backup as an attachment that can be restored', async () => {
  const answer = await ask(host.port, '/app/v1/backup');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="mensura-backup-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(answer.headers['cache-control']).toBe('no-store');
  const backup = backupSchema.parse(answer.json());
  await rig.maintenance.reset(['devices']);
  const restored = await restore({ backup, parts: ['devices', 'settings'] });
  expect(restored.status).toBe(200);
  expect(restoredSchema.parse(restored.json())).toMatchObject({ parts: ['settings', 'devices'], devices: 1 });
  expect(rig.devices.all()).toEqual(backup.devices);
});

test('restores all parts by default', async () => {
  const restored = await restore({ backup: rig.maintenance.backup() });
  expect(restored.json()).toMatchObject({
    parts: [
      'settings',
      'devices',
      'mqtt',
      'gateways',
      'databases',
      'destinations',
      'alarms',
      'dashboards',
      'corrections',
      'computed',
      'run_plans',
    ],
  });
});

test.each([
  ['{}', 'parts'],
  ['{"parts":[]}', 'must list at least one part'],
  ['{"parts":["alarms","alarms"]}', 'must not list a part twice'],
  ['{"parts":["history"]}', 'parts.0'],
])('refuses a reset of %s', async (body, words) => {
  const answer = await post(host.port, '/app/v1/reset', body);
  expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(words)]);
  expect(rig.devices.all()).toHaveProperty(['usb/E24638']);
});

/** These go over HTTP: one of each kind, all that a parser or the bounds of a body could fail at, and what only stores refuse. */
const IN_FULL = new Set([
  'no JSON',
  'nothing',
  'an unknown setting',
  'a reserved key',
  'a key given twice',
  'a device without a family',
  'a damaged key',
  'a gateway with an id of its own',
  'too deep a nesting',
  'too large a body',
  'twenty thousand clients',
]);

describe('an invalid backup', () => {
  const spoilt = (spoil: (backup: Backup & Record<string, unknown>) => void): string => {
    const backup = JSON.parse(JSON.stringify(rig.maintenance.backup())) as Backup & Record<string, unknown>;
    backup.settings.history_raw_days = 7;
    spoil(backup);
    return JSON.stringify({ backup });
  };
  const client = { host: 'broker.example' };
  const MADE: [string, () => string, RegExp][] = [
    ['no JSON', () => '{"backup":', /not valid JSON/],
    ['a list', () => '[]', /must be an object/],
    ['nothing', () => '', /not valid JSON/],
    [
      'another format',
      () => spoilt((backup) => Object.assign(backup, { format: 'zip' })),
      /backup\.format: must be "mensura-backup"/,
    ],
    ['another version', () => spoilt((backup) => Object.assign(backup, { version: 2 })), /backup\.version: must be 1/],
    ['an unknown field', () => spoilt((backup) => Object.assign(backup, { more: 1 })), /backup\.more: unknown field/],
    [
      'an unknown setting',
      () => spoilt(({ settings }) => Object.assign(settings, { more: 1 })),
      /backup\.settings\.more/,
    ],
    [
      'a setting of the wrong kind',
      () => spoilt(({ settings }) => Object.assign(settings, { port: '80' })),
      /backup\.settings\.port: must be a number/,
    ],
    [
      'a missing part',
      () => spoilt((backup) => delete (backup as Partial<Backup>).alarms),
      /backup\.alarms: is missing/,
    ],
    [
      'a reserved key',
      () => spoilt(() => {}).replace('"devices":{', '"devices":{"__proto__":{"alias":"x"},'),
      /__proto__|reserved/,
    ],
    [
      'a key given twice',
      () => spoilt(() => {}).replace('"devices":{', '"devices":{"usb/A":{},"usb/A":{},'),
      /duplicate field/,
    ],
    [
      'a device without a family',
      () => spoilt((backup) => (backup.devices = { 'tty/E1': {} })),
      /tty\/E1: must be family\/serial/,
    ],
    [
      'a name on two lines',
      () => spoilt((backup) => (backup.devices = { 'usb/E1': { alias: 'a\nb' } })),
      /control characters/,
    ],
    [
      'too many devices',
      () =>
        spoilt(
          (backup) =>
            (backup.devices = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`usb/${at}`, {}]))),
        ),
      /at most 10000 devices/,
    ],
    [
      'too many MQTT clients',
      () =>
        spoilt(
          ({ mqtt }) =>
            (mqtt.mqtt.clients = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`c${at}`, client]))),
        ),
      /at most 100 clients/,
    ],
    [
      'a client named like a member of objects',
      () => spoilt(({ mqtt }) => Object.assign(mqtt.mqtt.clients, { constructor: client })),
      /reserved word/,
    ],
    [
      'a damaged key',
      () =>
        spoilt(({ mqtt }) => (mqtt.mqtt.clients = { lab: { ...client, advanced: { certificate: 'x', key: 'y' } } })),
      /backup\.mqtt\.mqtt\.clients\.lab\.advanced\.certificate/,
    ],
    [
      'a gateway with an id of its own',
      () =>
        spoilt(({ gateways }) =>
          gateways.push({
            id: '../../etc',
            config: { kind: 'sensgate', name: 'X', enabled: true, host: 'h', port: 80, period_ms: 1000 },
          }),
        ),
      /backup\.gateways\.0\.id/,
    ],
    ['too deep a nesting', () => `{"backup":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /nested too deeply/],
    [
      'too large a body',
      () => `{"backup":"${'x'.repeat(MAX_BACKUP_BYTES)}"}`,
      /too large\. The limit is 16777216 bytes/,
    ],
    [
      'twenty thousand clients',
      () =>
        `{"backup":{"mqtt":{"mqtt":{"clients":{${Array.from({ length: 20_000 }, (_, at) => `"c${at}":{}`).join(',')}}}}}}`,
      /backup\.format/,
    ],
  ];

  // Over HTTP each takes a thread that loads the schemas: what the thread does is asked of here.
  test.each(MADE.filter(([what]) => !IN_FULL.has(what)))('with %s is refused', (_what, make, words) => {
    const read = (): unknown => checkBody(restoreRequestSchema, readJson(Buffer.from(make())));
    expect(read).toThrow(expect.objectContaining({ code: 'bad-request', message: expect.stringMatching(words) }));
  });

  test.each(MADE.filter(([what]) => IN_FULL.has(what)))(
    'with %s is refused, and nothing changes',
    async (_what, make, words) => {
      const before = rig.maintenance.backup();
      const answer = await restore(make());
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(words)]);
      expect(messageOf(answer).length).toBeLessThan(10_000);
      expect({ ...rig.maintenance.backup(), made: before.made }).toEqual(before);
      // Nothing of objects in general was touched either.
      expect(Object.hasOwn(Object.prototype, 'alias')).toBe(false);
    },
  );
});

/** A request of sixteen megabytes. */
function large(parts: string[]): string {
  const note = 'n'.repeat(1500);
  const backup = rig.maintenance.backup();
  backup.devices = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`usb/${at}`, { note }]));
  return JSON.stringify({ backup, parts });
}

test('parses a backup of 16 MiB without blocking the service', async () => {
  // Wrong at its very end, so that all of it is looked at and nothing is written.
  const body = large(['devices', 'none']);
  expect(body.length).toBeGreaterThan(15_000_000);
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  const answer = await restore(body);
  const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
  expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining('parts.1')]);
  // This thread, which reads instruments and answers, never had the text of it before its parser.
  expect(longest).toBeLessThan(10_000);
});

test('reads one backup at a time, from its first byte', async () => {
  const head = { method: 'POST', path: '/app/v1/restore', headers: { 'Content-Type': 'application/json' } };
  const slow = request({ host: '127.0.0.1', port: host.port, agent: false, ...head });
  slow.on('error', () => {});
  onTestFinished(() => void slow.destroy());
  slow.write('{"backup":');
  await vi.waitFor(async () => expect((await restore('{}')).status).toBe(503), 20_000);
  slow.destroy();
  await vi.waitFor(async () => expect((await restore('{}')).status).toBe(400), 20_000);
});

test('restores a backup of 16 MiB', async () => {
  const answer = await restore(large(['devices']));
  expect(answer.status).toBe(200);
  expect(Object.keys(rig.devices.all())).toHaveLength(10_000);
});

describe('a backup with effects', () => {
  const EVIL = 'https://evil.example';
  const evil = (): Backup => {
    const backup = structuredClone(rig.maintenance.backup());
    backup.settings.allowed_origins = [EVIL];
    backup.mqtt.mqtt.clients = { lab: { host: 'evil.example' } };
    return backup;
  };

  test('is refused without confirmation, naming the fields, and nothing changes', async () => {
    const answer = await restore({ backup: evil() });
    expect([answer.status, messageOf(answer)]).toEqual([
      400,
      expect.stringMatching(/must name https:\/\/evil\.example.*must name mqtt:\/\/evil\.example:1883/),
    ]);
    expect(answer.json()).toMatchObject({ errors: [{ path: 'confirm.origins' }, { path: 'confirm.brokers' }] });
    expect(rig.maintenance.backup()).toMatchObject({
      settings: { allowed_origins: [] },
      mqtt: { mqtt: { clients: {} } },
    });
  });

  test('is previewed, and restored as confirmed', async () => {
    const body = JSON.stringify({ backup: evil(), parts: ['settings', 'mqtt'] });
    const preview = restorePreviewSchema.parse((await post(host.port, '/app/v1/restore/preview', body)).json());
    expect(preview.effects.map(({ value }) => value)).toEqual([EVIL, 'mqtt://evil.example:1883']);
    expect(rig.settings.get().allowed_origins).toEqual([]);
    const confirm = { origins: [], brokers: ['mqtt://evil.example:1883'] };
    const restored = await restore({ backup: evil(), parts: ['settings', 'mqtt'], confirm });
    expect(restored.status).toBe(200);
    expect(restored.json()).toMatchObject({ mqtt_clients: 1, notes: [expect.stringContaining(EVIL)] });
    expect(rig.settings.get().allowed_origins).toEqual([]);
  });

  test.each([
    [{ more: [] }, /confirm\.more: unknown field/],
    [{ settings: ['keep_running'] }, /confirm\.settings\.0/],
    [{ origins: EVIL }, /confirm\.origins/],
  ])('with the confirmation %j is refused', async (confirm, words) => {
    const answer = await restore({ backup: rig.maintenance.backup(), confirm });
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(words)]);
  });
});
