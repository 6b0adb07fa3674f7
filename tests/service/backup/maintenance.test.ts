import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  BACKUP_GROUPS,
  type Backup,
  type BackupGroup,
  backupSchema,
  computedInputSchema,
  confirmationOf,
  runPlanInputSchema,
  settingsSchema,
  storedCorrectionSchema,
} from '../../../service/contract/index.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { rule } from '../alarms/support.ts';
import { remote, sensgate } from '../drivers/gateway/rig.ts';
import { CA, CERTIFICATE, KEY } from '../mqtt/clients/support/pem.ts';
import { type MaintenanceRig, maintenanceRig } from './rig.ts';

const KEY_OF = { family: 'usb', serial: 'E24638' } as const;
const PASSWORD = 'do-not-tell-7391';

const CORRECTED = storedCorrectionSchema.parse({
  ...KEY_OF,
  channel: 'temperature',
  versions: [
    {
      version: 1,
      since: '2026-11-20T14:45:12.318Z',
      unit: '°C',
      correction: { unit: '°C', points: [{ measured: 20.1, reference: 20 }] },
      coefficients: [-0.1, 1, 0],
    },
  ],
});

/** Something in every part. */
async function fill({
  settings,
  devices,
  mqtt,
  gateways,
  alarms,
  dashboards,
  corrections,
  computed,
  runPlans,
}: MaintenanceRig): Promise<void> {
  await settings.patch({ history_raw_days: 30, display_units: { '°C': '°F' }, serial_ports: ['/dev/ttyS7'] });
  await devices.patch(KEY_OF, {
    alias: 'Cold room',
    group: 'Lab',
    favorite: true,
    channels: { temperature: { alias: 'Shelf' } },
  });
  await mqtt.create({
    identifier: 'lab',
    host: 'broker.example',
    ssl: true,
    username: 'lab',
    password: PASSWORD,
    advanced: { ca: CA, certificate: CERTIFICATE, key: KEY },
  });
  await gateways.create(sensgate());
  await gateways.create(remote());
  await alarms.createRule(rule({ upper: 8 }));
  const { id } = await dashboards.create({ name: 'Cold room', tiles: [] });
  await settings.patch({ start_dashboard: id });
  await corrections.replaceAll([CORRECTED]);
  await computed.create(computedInputSchema.parse({ name: 'Hours', formula: 'integral([usb/E24638/temperature])' }));
  await runPlans.create(
    runPlanInputSchema.parse({
      name: 'Batch {n}',
      channels: [{ family: 'usb', serial: 'E24638', channel: 'temperature' }],
      start: { kind: 'request' },
    }),
  );
}

/** Restores with everything confirmed, origins too. */
async function restoreAll({ maintenance }: MaintenanceRig, backup: Backup, parts: readonly BackupGroup[]) {
  const { effects } = await maintenance.preview(backup, parts);
  return maintenance.restore(backup, parts, confirmationOf(effects, backup.settings.allowed_origins));
}

/** As a file has it. */
function read(backup: Backup): Backup {
  return backupSchema.parse(JSON.parse(JSON.stringify(backup)));
}

describe('a backup', () => {
  test('has everything that was set, can be read again, and holds no secret', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const backup = rig.maintenance.backup();
    expect(read(backup)).toEqual(backup);
    expect(backup).toMatchObject({
      settings: { history_raw_days: 30 },
      devices: { 'usb/E24638': { alias: 'Cold room' } },
      mqtt: { mqtt: { clients: { lab: { host: 'broker.example', username: 'lab' } } } },
      with_secrets: ['lab'],
      gateways: [{ config: { name: 'Cellar' } }, { config: { name: 'Fleet' } }],
      alarms: [{ rule: { upper: 8 } }],
      dashboards: [{ id: backup.settings.start_dashboard, dashboard: { name: 'Cold room' } }],
      corrections: [{ serial: 'E24638', versions: [CORRECTED.versions[0], { version: 2 }] }],
      computed: [{ computed: { name: 'Hours', decimals: 2 } }],
      run_plans: [{ plan: { name: 'Batch {n}', start: { kind: 'request' } } }],
    });
    const text = JSON.stringify(backup);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain('BEGIN');
  });

  test('of an installation without anything can be read and restored', async () => {
    const { maintenance } = await maintenanceRig();
    const restored = await maintenance.restore(read(maintenance.backup()), BACKUP_GROUPS);
    expect(restored).toMatchObject({ devices: 0, mqtt_clients: 0, gateways: 0, alarm_rules: 0, notes: [] });
  });
});

describe('a reset and its restore', () => {
  test('bring everything back as it was, ids included, and tell everybody', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const before = rig.maintenance.backup();
    const reset = await rig.maintenance.reset(BACKUP_GROUPS);
    expect(reset).toMatchObject({
      parts: [...BACKUP_GROUPS],
      devices: 0,
      mqtt_clients: 0,
      gateways: 0,
      alarm_rules: 0,
      dashboards: 0,
      corrections: 0,
      computed_channels: 0,
      run_plans: 0,
    });
    expect(rig.settings.get()).toEqual({ ...settingsSchema.parse({}), serial_ports: ['/dev/ttyS7'] });
    expect(rig.maintenance.backup()).toMatchObject({ devices: {}, gateways: [], alarms: [], dashboards: [] });
    rig.told.devices.length = 0;
    rig.told.alarms.length = 0;
    rig.told.dashboards.length = 0;
    rig.told.corrections.length = 0;
    rig.told.computed.length = 0;
    rig.told.runPlans.length = 0;
    const kept = backupSchema.parse(JSON.parse(await readFile(reset.kept, 'utf8')));
    const restored = await restoreAll(rig, kept, BACKUP_GROUPS);
    const after = rig.maintenance.backup();
    const versions = after.corrections?.[0]?.versions ?? [];
    expect({ ...after, made: before.made, with_secrets: [], corrections: before.corrections }).toEqual({
      ...before,
      with_secrets: [],
    });
    // The past of a correction stays: reset and restore are further versions.
    expect(versions.slice(0, 2)).toEqual(before.corrections?.[0]?.versions);
    expect(versions.map(({ coefficients }) => coefficients?.[0])).toEqual([-0.1, -0.1, undefined, -0.1]);
    expect(restored).toMatchObject({
      devices: 1,
      mqtt_clients: 1,
      gateways: 2,
      alarm_rules: 1,
      dashboards: 1,
      corrections: 1,
      computed_channels: 1,
      run_plans: 1,
      notes: [],
    });
    expect(rig.told.devices).toEqual(['usb/E24638']);
    expect(rig.told.alarms).toEqual([
      { key: before.alarms[0]?.id, value: { ...before.alarms[0], snoozed: null, watching: true } },
    ]);
    expect(rig.told.dashboards).toEqual([{ key: before.dashboards?.[0]?.id, value: before.dashboards?.[0] }]);
    expect(rig.told.corrections.map(({ key }) => key)).toEqual(['usb/E24638/temperature']);
    expect(rig.told.computed).toMatchObject([
      { key: before.computed?.[0]?.id, value: { computed: { name: 'Hours' } } },
    ]);
    expect(rig.told.runPlans).toMatchObject([before.run_plans?.[0]].map((value) => ({ key: value?.id, value })));
    // The client was removed, and its secrets with it.
    expect(restored.passwords_needed).toEqual(['lab']);
  });

  test('leave the dashboards when the backup is from a version without them', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const { dashboards, ...older } = read(rig.maintenance.backup());
    const note = 'The backup has no dashboards; existing dashboards are not changed.';
    expect((await rig.maintenance.preview(older, BACKUP_GROUPS)).notes).toEqual([note]);
    const restored = await restoreAll(rig, older, BACKUP_GROUPS);
    expect(restored).toMatchObject({ dashboards: 1, notes: [note] });
    expect(restored.parts).toEqual(BACKUP_GROUPS.filter((part) => part !== 'dashboards'));
    expect(rig.dashboards.list()).toEqual(dashboards);
    await expect(rig.maintenance.restore(older, ['dashboards'])).rejects.toThrow('backup.dashboards: is missing');
  });

  test('leave the corrections likewise', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const stored = rig.corrections.stored();
    const { corrections: _missing, ...older } = read(rig.maintenance.backup());
    const restored = await restoreAll(rig, older, BACKUP_GROUPS);
    expect(restored.notes).toEqual(['The backup has no corrections; existing corrections are not changed.']);
    expect(rig.corrections.stored()).toEqual(stored);
    await expect(rig.maintenance.restore(older, ['corrections'])).rejects.toThrow('backup.corrections: is missing');
  });

  test('leave the computed channels likewise, and when their last reset was', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const before = rig.computed.list();
    const backup = read(rig.maintenance.backup());
    await restoreAll(rig, backup, ['computed']);
    expect(rig.computed.list()).toEqual(before);
    const { computed: _missing, ...older } = backup;
    const restored = await restoreAll(rig, older, BACKUP_GROUPS);
    const note = 'The backup has no computed channels; existing computed channels are not changed.';
    expect(restored.notes).toEqual([note]);
    expect(rig.computed.list()).toEqual(before);
    await expect(rig.maintenance.restore(older, ['computed'])).rejects.toThrow('backup.computed: is missing');
  });

  test('leave the automatic runs likewise, and refuse two with one ID', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const before = rig.runPlans.list();
    const { run_plans: plans = [], ...older } = read(rig.maintenance.backup());
    const { notes } = await restoreAll(rig, older, ['settings', 'run_plans']);
    expect(notes).toContain('The backup has no automatic runs; existing automatic runs are not changed.');
    const twice = { ...older, run_plans: [...plans, ...plans] };
    await expect(rig.maintenance.restore(twice, ['run_plans'])).rejects.toThrow(
      'backup.run_plans.1.id: is already in use',
    );
    expect(rig.runPlans.list()).toEqual(before);
  });

  test('refuse computed channels that lead back to themselves, and change nothing', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const before = rig.computed.list();
    const looped = (id: string, other: string) => ({
      id,
      computed: computedInputSchema.parse({ name: id, formula: `1 + [computed/${other}/value]` }),
    });
    const computed = [looped('c00000001', 'c00000002'), looped('c00000002', 'c00000001')];
    await expect(rig.maintenance.restore({ ...rig.maintenance.backup(), computed }, ['computed'])).rejects.toThrow(
      'backup.computed.0.computed.formula: must not lead back to itself: "c00000001" uses "c00000002" uses "c00000001"',
    );
    expect(rig.computed.list()).toEqual(before);
  });

  test('refuse a dashboard with an ID of another form, naming it', async () => {
    const rig = await maintenanceRig();
    const backup = { ...rig.maintenance.backup(), dashboards: [{ id: 'x', dashboard: { name: 'X', tiles: [] } }] };
    await expect(rig.maintenance.restore(backup, ['dashboards'])).rejects.toThrow('backup.dashboards.0.id: must be d');
  });

  test('touch nothing but the parts that were named', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const before = rig.maintenance.backup();
    await rig.maintenance.reset(['alarms']);
    expect({ ...rig.maintenance.backup(), made: before.made }).toEqual({ ...before, alarms: [] });
    expect(rig.told.mqtt).toEqual([]);
  });

  test('keep the newest ten states, readable by this user alone, and no other file of the folder', async () => {
    const rig = await maintenanceRig();
    await mkdir(join(rig.dataDir, 'backups'));
    await writeFile(join(rig.dataDir, 'backups', 'mine.json'), '{}');
    await writeFile(join(rig.dataDir, 'backups', 'mensura-before-2026-11-20T10-00-00-000Z.json.4711.tmp'), '{');
    let kept = '';
    for (let turn = 0; turn < 12; turn += 1) {
      await rig.devices.patch(KEY_OF, { note: `turn ${turn}` });
      ({ kept } = await rig.maintenance.reset(['alarms']));
    }
    const names = await readdir(join(rig.dataDir, 'backups'));
    expect(names.filter((name) => name.startsWith('mensura-before-'))).toHaveLength(10);
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(names).toContain('mine.json');
    expect(await readFile(kept, 'utf8')).toContain('turn 11');
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
  });

  test('keep the state of this moment when the clock was set back behind all of them', async () => {
    let now = Date.UTC(2040, 0, 1);
    const rig = await maintenanceRig({ clock: { now: () => now, monotonic: () => 0 } });
    for (let turn = 0; turn < 10; turn += 1, now += 1000) await rig.maintenance.reset(['alarms']);
    now = Date.UTC(2026, 0, 1);
    const { kept } = await rig.maintenance.reset(['alarms']);
    expect(backupSchema.parse(JSON.parse(await readFile(kept, 'utf8'))).made).toBe('2026-01-01T00:00:00.000Z');
    expect(await readdir(join(rig.dataDir, 'backups'))).toHaveLength(10);
  });
});

describe('restored settings', () => {
  test('never name folders, ports or the place of updates, and say what was left out', async () => {
    const rig = await maintenanceRig();
    const backup = read(rig.maintenance.backup());
    backup.settings = {
      ...backup.settings,
      history_raw_days: 12,
      csv_log_folder: '/tmp',
      serial_ports: ['/dev/ttyS9'],
      update_feed: 'https://updates.example/',
    };
    const { notes } = await restoreAll(rig, backup, ['settings']);
    expect(rig.settings.get()).toEqual({ ...settingsSchema.parse({}), history_raw_days: 12 });
    expect(notes.join(' ')).toMatch(/\/tmp.*\/dev\/ttyS9.*updates\.example/);
  });
});

describe('what other users can do', () => {
  test.each([
    ['writes', 'nothing'],
    ['everything', 'writes'],
    ['nothing', 'writes'],
    ['writes', 'everything'],
  ] as const)('stays "%s" where a backup has "%s", with a note', async (present, wanted) => {
    const rig = await maintenanceRig();
    await rig.settings.patch({ refuse_other_users: present });
    const backup = read(rig.maintenance.backup());
    backup.settings = { ...backup.settings, refuse_other_users: wanted, history_raw_days: 12 };
    const { notes } = await restoreAll(rig, backup, ['settings']);
    expect(rig.settings.get()).toMatchObject({ refuse_other_users: present, history_raw_days: 12 });
    expect(notes).toEqual([expect.stringContaining(`refuse_other_users stays "${present}" instead of "${wanted}"`)]);
  });
});

describe('a reset of the settings', () => {
  test('leaves folders, ports, the place of updates and what other users can do, and says so', async () => {
    const own = {
      csv_log_folder: '/srv/csv',
      serial_ports: ['/dev/ttyS7'],
      update_feed: 'https://updates.example/',
      refuse_other_users: 'nothing',
    } as const;
    const rig = await maintenanceRig();
    await writeFile(join(rig.dataDir, 'settings.json'), JSON.stringify({ ...own, history_raw_days: 30 }));
    await rig.settings.start();
    const { notes } = await rig.maintenance.reset(['settings']);
    expect(rig.settings.get()).toMatchObject({ ...own, history_raw_days: 90 });
    expect(notes).toEqual([
      expect.stringMatching(/CSV folder stays \/srv\/csv/),
      'Manually added serial ports stay: /dev/ttyS7.',
      expect.stringMatching(/refuse_other_users stays "nothing" instead of "writes"/),
      expect.stringMatching(/update address stays https:\/\/updates\.example/),
    ]);
    expect((await rig.maintenance.reset(['alarms'])).notes).toEqual([]);
  });

  test('of a fresh installation has nothing to say', async () => {
    const { maintenance } = await maintenanceRig();
    expect((await maintenance.reset(BACKUP_GROUPS)).notes).toEqual([]);
  });
});

describe('restored MQTT clients', () => {
  test('keep their secrets where identifier, address and user are the same', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const backup = read(rig.maintenance.backup());
    const { passwords_needed } = await restoreAll(rig, backup, ['mqtt']);
    expect(passwords_needed).toEqual([]);
    expect(rig.clients.clients.get('lab')?.secrets).toMatchObject({ password: PASSWORD, key: KEY, ca: CA });
  });

  test.each([
    ['another host', { host: 'other.example' }],
    ['another port', { port: 8884 }],
    ['no TLS', { ssl: false }],
    ['another user', { username: 'else' }],
  ])('do not send a password to %s', async (_what, change) => {
    const rig = await maintenanceRig();
    await fill(rig);
    const backup = read(rig.maintenance.backup());
    const { lab } = backup.mqtt.mqtt.clients;
    backup.mqtt.mqtt.clients = { lab: { ...lab, ...change } };
    const { passwords_needed } = await restoreAll(rig, backup, ['mqtt']);
    expect(passwords_needed).toEqual(['lab']);
    expect(rig.clients.clients.get('lab')?.secrets?.password).toBe('');
  });

  test('that had secrets elsewhere are named, and those that had none are not', async () => {
    const rig = await maintenanceRig();
    const backup = read(rig.maintenance.backup());
    backup.mqtt.mqtt.clients = { mtls: { host: 'a.example' }, open: { host: 'b.example' }, user: { username: 'u' } };
    backup.with_secrets = ['mtls'];
    const { passwords_needed } = await restoreAll(rig, backup, ['mqtt']);
    expect(passwords_needed).toEqual(['mtls', 'user']);
  });
});

describe('restored devices', () => {
  test('get their periods, those that none is set for any more the default', async () => {
    const rig = await maintenanceRig();
    rig.attached.set('usb/E1', undefined);
    rig.attached.set('usb/E2', undefined);
    rig.attached.set('usb/E3', new MensuraError('instrument-failed', 'E3 did not confirm.'));
    const backup = read(rig.maintenance.backup());
    await rig.devices.patch({ family: 'usb', serial: 'E2' }, { period_ms: 500 });
    rig.periods.length = 0;
    backup.devices = {
      'usb/E1': { period_ms: 2000 },
      'usb/E3': { period_ms: 2000 },
      'usb/away': { period_ms: 2000 },
    };
    const { notes } = await rig.maintenance.restore(backup, ['devices']);
    expect(new Map(rig.periods)).toEqual(
      new Map([
        ['usb/E1', 2000],
        ['usb/E2', 1000],
      ]),
    );
    expect(notes).toEqual(['Cannot set the sampling period of E3: E3 did not confirm.']);
    expect(rig.devices.periodOf({ family: 'usb', serial: 'away' })).toBe(2000);
  });
});

describe('a restore that cannot be', () => {
  /** Each makes one thing wrong that a backup's schema does not see. */
  const WRONG: [string, (backup: Backup) => void, RegExp][] = [
    [
      'two gateways of one id',
      ({ gateways }) => Object.assign(gateways[1] ?? {}, { id: gateways[0]?.id }),
      /backup\.gateways\.1\.id/,
    ],
    [
      'a gateway of a strange id',
      ({ gateways }) => Object.assign(gateways[0] ?? {}, { id: '../x' }),
      /backup\.gateways\.0\.id/,
    ],
    [
      'two gateways of one name',
      ({ gateways }) => Object.assign(gateways[1]?.config ?? {}, { name: 'Cellar' }),
      /backup\.gateways\.1\.config\.name/,
    ],
    [
      'two rules of one id',
      ({ alarms }) => alarms.push({ id: alarms[0]?.id ?? '', rule: rule({ upper: 9 }) }),
      /backup\.alarms\.1\.id/,
    ],
    [
      'the same rule twice',
      ({ alarms }) => alarms.push({ id: 'a00000000', rule: rule({ upper: 8 }) }),
      /backup\.alarms\.1\.rule/,
    ],
    [
      'clients that publish alike',
      ({ mqtt: { mqtt } }) => (mqtt.clients['b'] = { ...mqtt.clients['lab'] }),
      /backup\.mqtt\.mqtt\.clients\./,
    ],
  ];

  test.each(WRONG)('for %s is refused before anything changes', async (_what, spoil, words) => {
    const rig = await maintenanceRig();
    await fill(rig);
    const before = rig.maintenance.backup();
    const backup = read(before);
    // The name of a client is its identifier where it is left out: both must be alike.
    backup.settings.history_raw_days = 77;
    if (backup.mqtt.mqtt.clients['lab']) backup.mqtt.mqtt.clients['lab'].name = 'same';
    spoil(backup);
    await expect(rig.maintenance.restore(backup, BACKUP_GROUPS)).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringMatching(words),
    });
    expect({ ...rig.maintenance.backup(), made: before.made }).toEqual(before);
    expect(await readdir(rig.dataDir)).not.toContain('backups');
  });

  test('is put back as a whole when a later part cannot be saved', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    const before = rig.maintenance.backup();
    // A folder in the place of the file: the new one cannot be put there.
    await rm(join(rig.dataDir, 'gateways.json'));
    await mkdir(join(rig.dataDir, 'gateways.json', 'in-the-way'), { recursive: true });
    await expect(rig.maintenance.reset(BACKUP_GROUPS)).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(/Cannot save the gateways.*Rolled back: settings, device names/),
    });
    expect({ ...rig.maintenance.backup(), made: before.made }).toEqual(before);
    const again = await readFile(join(rig.dataDir, 'alarms.json'), 'utf8');
    expect(again).toContain('"upper": 8');
  });

  test('says what could not be put back, and where everything is', async () => {
    const rig = await maintenanceRig({
      gateways: {
        list: () => ({ gateways: [] }),
        checkReplacement: () => {},
        replaceAll: async () => {
          await rm(join(rig.dataDir, 'devices.json'));
          await mkdir(join(rig.dataDir, 'devices.json', 'in-the-way'), { recursive: true });
          throw new MensuraError('storage-failed', 'The disk is full.');
        },
      },
    });
    await fill(rig);
    await expect(rig.maintenance.reset(['devices', 'gateways'])).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(
        /The disk is full.*Could not roll back: device names, notes, groups and sampling periods.*mensura-before-/,
      ),
    });
  });

  test('for a port that another program holds is refused as such, and nothing else is restored', async () => {
    const taken = new MensuraError('conflict', 'The port 11395 is held by another program.');
    const rig = await maintenanceRig({
      settings: { get: () => rig.settings.get(), patch: () => Promise.reject(taken) },
    });
    await fill(rig);
    const before = rig.maintenance.backup();
    await expect(rig.maintenance.reset(BACKUP_GROUPS)).rejects.toBe(taken);
    expect({ ...rig.maintenance.backup(), made: before.made }).toEqual(before);
  });

  test('changes nothing when the present state cannot be kept', async () => {
    const rig = await maintenanceRig();
    await fill(rig);
    await writeFile(join(rig.dataDir, 'backups'), '');
    await expect(rig.maintenance.reset(BACKUP_GROUPS)).rejects.toMatchObject({ code: 'storage-failed' });
    expect(rig.settings.get().history_raw_days).toBe(30);
  });

  test('waits for nobody: one at a time', async () => {
    const rig = await maintenanceRig();
    const [first, second] = await Promise.allSettled([
      rig.maintenance.reset(['alarms']),
      rig.maintenance.reset(['devices']),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
    await expect(rig.maintenance.reset(['devices'])).resolves.toMatchObject({ parts: ['devices'] });
  });
});

test('a gateway whose MQTT client is not there is taken, and told of', async () => {
  const rig = await maintenanceRig();
  await fill(rig);
  const { notes } = await rig.maintenance.reset(['mqtt']);
  expect(notes).toEqual([expect.stringMatching(/Gateway "Fleet" uses MQTT client "lab"/)]);
});
