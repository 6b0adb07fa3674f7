/** What a backup would do by itself is named before, and done only where it is confirmed. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BACKUP_GROUPS, type Backup, backupSchema, type RestoreConfirm } from '../../../service/contract/index.ts';
import { StoreError } from '../../../service/history/types.ts';
import { remote, sensgate } from '../drivers/gateway/rig.ts';
import { CA, CERTIFICATE, KEY } from '../mqtt/clients/support/pem.ts';
import { type MaintenanceRig, maintenanceRig } from './rig.ts';

const EVIL = 'https://evil.example';
const TOOLS = 'https://tools.example:8443';

/** A backup as another may have made it: everything in it acts by itself. */
function hostile({ maintenance }: MaintenanceRig): Backup {
  const backup = maintenance.backup();
  return backupSchema.parse({
    ...backup,
    settings: {
      ...backup.settings,
      port: 12_000,
      allowed_origins: [EVIL, TOOLS],
      discovery: true,
      history: false,
      history_raw_days: 1,
      history_minute_days: 1,
      history_max_gib: 0.05,
      csv_log: true,
      simulate: true,
      simulate_publish: true,
      start_at_login: true,
    },
    mqtt: {
      mqtt: {
        clients: {
          plain: { host: 'evil.example' },
          tls: { host: '2001:db8::1', ssl: true, port: 8883, advanced: { check_server_name: false, enabled: false } },
        },
      },
    },
    gateways: [
      { id: 'g01a2b3c4', config: { kind: 'sensgate', name: 'Cellar', host: 'evil.example', port: 81 } },
      { id: 'g01a2b3c5', config: { kind: 'mqtt', name: 'Fleet', client: 'plain', prefix: 'fleet/+' } },
    ],
  });
}

const SETTINGS = [
  'port',
  'discovery',
  'history',
  'history_raw_days',
  'history_minute_days',
  'history_max_gib',
  'csv_log',
  'simulate',
  'simulate_publish',
  'start_at_login',
] as const;

const CONFIRM = {
  origins: [TOOLS],
  brokers: ['mqtt://evil.example:1883', 'mqtts://[2001:db8::1]:8883'],
  gateways: ['http://evil.example:81', 'mqtt:plain/fleet/+'],
  settings: [...SETTINGS],
} satisfies RestoreConfirm;

describe('a preview', () => {
  test('names every origin, broker, gateway and setting that acts by itself, and changes nothing', async () => {
    const rig = await maintenanceRig();
    const before = rig.maintenance.backup();
    const { effects } = await rig.maintenance.preview(hostile(rig), BACKUP_GROUPS);
    expect(effects.every(({ confirm }) => confirm)).toBe(true);
    const valuesOf = (kind: string): string[] => effects.filter((one) => one.kind === kind).map(({ value }) => value);
    expect(valuesOf('origins')).toEqual([EVIL, TOOLS]);
    expect(valuesOf('brokers')).toEqual(CONFIRM.brokers);
    expect(valuesOf('gateways')).toEqual(CONFIRM.gateways);
    expect(valuesOf('settings')).toEqual(SETTINGS);
    const text = effects.map((effect) => effect.text).join('\n');
    expect(text).toContain(`Web pages of ${EVIL} can read everything here`);
    expect(text).toContain('MQTT client "plain" connects to mqtt://evil.example:1883, without TLS.');
    expect(text).toContain(
      '"tls" is disabled, and would connect to mqtts://[2001:db8::1]:8883, with TLS, without host name verification',
    );
    expect(text).toContain('Gateway "Cellar" reads http://evil.example:81, without TLS.');
    expect(text).toContain('Gateway "Fleet" reads fleet/+ through MQTT client "plain".');
    expect(text).toContain('moves from port 11395 to port 12000.');
    expect({ ...rig.maintenance.backup(), made: before.made }).toEqual(before);
    expect(await readdir(rig.dataDir)).not.toContain('backups');
  });

  test('says what lower limits delete, as the store counts it', async () => {
    const asked: unknown[] = [];
    const loss = { from: '2026-08-24T12:00:00.000Z', until: '2026-11-20T10:00:00.000Z', bytes: 9 };
    const rig = await maintenanceRig({
      losses: async (limits) => {
        asked.push(limits);
        return [
          { ...loss, setting: 'history_raw_days', resolution: 'raw', readings: 1_234_567 },
          { ...loss, setting: 'history_max_gib', resolution: 'minute', readings: null },
        ];
      },
    });
    const { effects, losses } = await rig.maintenance.preview(hostile(rig), ['settings']);
    expect(asked).toEqual([{ history_raw_days: 1, history_minute_days: 1, history_max_gib: 0.05 }]);
    expect(losses).toHaveLength(2);
    const textOf = (name: string): string | undefined => effects.find(({ value }) => value === name)?.text;
    expect(textOf('history_raw_days')).toBe(
      'Raw readings are stored for 1 day instead of 90 days. 1234567 raw readings from 2026-08-24 12:00 to 2026-11-20 10:00 UTC are deleted.',
    );
    expect(textOf('history_minute_days')).toMatch(/No stored data is deleted\.$/);
    expect(textOf('history_max_gib')).toMatch(/About all minute aggregates from .* are deleted\.$/);
  });

  test('does not invent what a store that fails cannot tell', async () => {
    const rig = await maintenanceRig({ losses: () => Promise.reject(new StoreError('failed', 'The disk is gone')) });
    const { effects, losses } = await rig.maintenance.preview(hostile(rig), ['settings']);
    expect(losses).toBeNull();
    expect(effects.find(({ value }) => value === 'history_raw_days')?.text).toMatch(
      /Cannot determine what this deletes: The disk is gone\.$/,
    );
  });

  test('of what is there already asks for nothing', async () => {
    const rig = await maintenanceRig();
    await rig.settings.patch({ allowed_origins: [EVIL], history_raw_days: 30 });
    await rig.mqtt.create({ identifier: 'lab', host: 'broker.example', ssl: true });
    await rig.gateways.create(sensgate());
    await rig.gateways.create(remote());
    const { effects } = await rig.maintenance.preview(rig.maintenance.backup(), BACKUP_GROUPS);
    expect(effects.map(({ kind, confirm }) => [kind, confirm])).toEqual([
      ['origins', false],
      ['brokers', false],
      ['gateways', false],
      ['gateways', false],
    ]);
  });

  test.each([
    ['another host', { host: 'evil.example' }],
    ['another port', { port: 8884 }],
    ['no TLS', { ssl: false }],
    ['an unchecked name', { advanced: { check_server_name: false } }],
    ['a client that was disabled', { advanced: { enabled: true } }],
  ])('asks for a known client with %s', async (_what, change) => {
    const rig = await maintenanceRig();
    await rig.mqtt.create({ identifier: 'lab', host: 'broker.example', ssl: true, advanced: { enabled: false } });
    const backup = rig.maintenance.backup();
    const { lab } = backup.mqtt.mqtt.clients;
    backup.mqtt.mqtt.clients = { lab: { ...lab, ...change } };
    const { effects } = await rig.maintenance.preview(backup, ['mqtt']);
    expect(effects).toMatchObject([{ kind: 'brokers', confirm: true }]);
  });

  test.each([
    ['a CA certificate', { advanced: { ca: CA } }, 'Its CA certificate is replaced by the one in the backup.'],
    ['no CA certificate', { advanced: { ca: '' } }, 'Its CA certificate is deleted.'],
    [
      'a client certificate',
      { advanced: { certificate: CERTIFICATE, key: KEY } },
      'Its client certificate is replaced by the one in the backup. Its key is replaced by the one in the backup.',
    ],
    ['a password', { password: 'p' }, 'Its password is replaced by the one in the backup.'],
    ['another user', { username: 'else' }, 'Its username is "else" instead of "lab".'],
    ['no user', { username: undefined }, 'Its username is "" instead of "lab".'],
    [
      'announcements',
      { advanced: { discovery: true } },
      'It publishes every channel to Home Assistant, under "homeassistant".',
    ],
  ])('asks for %s at a broker that is here already, and says so', async (_what, change, words) => {
    const rig = await maintenanceRig();
    const known = { host: 'broker.example', ssl: true, username: 'lab', password: 'q', advanced: { ca: CA } };
    await rig.mqtt.create({ identifier: 'lab', ...known });
    const backup = rig.maintenance.backup();
    const { lab } = backup.mqtt.mqtt.clients;
    backup.mqtt.mqtt.clients = { lab: { ...lab, ...change } };
    const broker = 'mqtts://broker.example:1883';
    const { effects } = await rig.maintenance.preview(backup, ['mqtt']);
    const text = `MQTT client "lab" connects to ${broker}, with TLS. ${words}`;
    expect(effects).toEqual([{ kind: 'brokers', value: broker, text, confirm: true }]);
    await expect(rig.maintenance.restore(backup, ['mqtt'])).rejects.toMatchObject({ code: 'bad-request' });
  });

  test('asks for another prefix of announcements, and not for fewer of them or a password of none', async () => {
    const rig = await maintenanceRig();
    const advanced = { discovery: true };
    await rig.mqtt.create({ identifier: 'lab', host: 'broker.example', advanced });
    const effectOf = async (change: Partial<Backup['mqtt']['mqtt']['clients'][string]>) => {
      const backup = rig.maintenance.backup();
      backup.mqtt.mqtt.clients = { lab: { ...backup.mqtt.mqtt.clients['lab'], ...change } };
      return (await rig.maintenance.preview(backup, ['mqtt'])).effects[0];
    };
    expect(await effectOf({ advanced: { discovery: true, discovery_prefix: 'ha' } })).toMatchObject({
      text: expect.stringContaining('under "ha".'),
      confirm: true,
    });
    expect(await effectOf({ advanced: {} })).toMatchObject({ confirm: false });
    expect(await effectOf({ advanced, password: '' })).toMatchObject({ confirm: false });
  });
});

describe('a restore', () => {
  test.each([
    ['nothing', {}, /confirm\.origins: must name https:\/\/evil\.example/],
    ['no origins', { ...CONFIRM, origins: undefined }, /confirm\.origins: must name https:\/\/evil\.example/],
    ['a broker less', { ...CONFIRM, brokers: CONFIRM.brokers.slice(1) }, /confirm\.brokers: must name mqtt:\/\/evil/],
    [
      'a gateway less',
      { ...CONFIRM, gateways: CONFIRM.gateways.slice(1) },
      /confirm\.gateways: must name http:\/\/evil/,
    ],
    ['a setting less', { ...CONFIRM, settings: SETTINGS.slice(1) }, /confirm\.settings: must name port/],
    ['a foreign origin', { ...CONFIRM, origins: ['https://a.example'] }, /https:\/\/a\.example is not in the backup/],
  ])('that confirms %s is refused by name, and changes nothing', async (_what, confirm, words) => {
    const rig = await maintenanceRig();
    const before = rig.maintenance.backup();
    await expect(rig.maintenance.restore(hostile(rig), BACKUP_GROUPS, confirm as RestoreConfirm)).rejects.toMatchObject(
      {
        code: 'bad-request',
        message: expect.stringMatching(words),
        errors: expect.arrayContaining([{ path: expect.stringMatching(/^confirm\./), message: expect.any(String) }]),
      },
    );
    expect({ ...rig.maintenance.backup(), made: before.made }).toEqual(before);
    expect(await readdir(rig.dataDir)).not.toContain('backups');
  });

  test('lets in the origins that were confirmed, and leaves out the others with a note', async () => {
    const rig = await maintenanceRig();
    const { notes } = await rig.maintenance.restore(hostile(rig), BACKUP_GROUPS, CONFIRM);
    expect(rig.settings.get()).toMatchObject({ allowed_origins: [TOOLS], port: 12_000, discovery: true });
    expect(notes.join(' ')).toContain(`Web origins without confirmation were not restored: ${EVIL}.`);
    expect(JSON.parse(await readFile(join(rig.dataDir, 'settings.json'), 'utf8'))).toMatchObject({
      allowed_origins: [TOOLS],
    });
  });

  test('of other parts needs no word for the settings', async () => {
    const rig = await maintenanceRig();
    await expect(rig.maintenance.restore(hostile(rig), ['devices', 'alarms'])).resolves.toMatchObject({
      parts: ['devices', 'alarms'],
    });
    expect(rig.settings.get().allowed_origins).toEqual([]);
  });
});
