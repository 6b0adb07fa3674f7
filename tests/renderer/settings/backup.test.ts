/** Backups that are looked at before they are sent, and what is said of their parts. */
import { describe, expect, test } from 'vitest';
import { countsOf, resetSentence, restoreSentence } from '../../../renderer/data/settings/labels.ts';
import { planBackup, readBackup } from '../../../renderer/features/settings/backup/read-backup.ts';
import { MAX_BACKUP_BYTES } from '../../../service/contract/index.ts';
import { someBackup } from '../../support/played/maintenance.ts';

const there = {
  settings: null,
  devices: null,
  mqtt: 3,
  gateways: 1,
  databases: null,
  destinations: null,
  alarms: 0,
  dashboards: null,
  corrections: null,
  computed: 0,
  run_plans: null,
};

describe('a file', () => {
  test('of a backup is ready, with a byte order mark too', () => {
    expect(planBackup(JSON.stringify(someBackup()))).toEqual({ kind: 'ready', backup: someBackup() });
    expect(planBackup(`\uFEFF${JSON.stringify(someBackup())}`).kind).toBe('ready');
  });

  test.each([
    ['no JSON', 'no JSON at all', /invalid JSON/],
    ['something else', '{"mqtt": {}}', /“format” is not “mensura-backup”/],
    ['nothing', 'null', /“format” is not “mensura-backup”/],
    [
      'another version',
      JSON.stringify({ ...someBackup(), version: 2 }),
      /^The version must be 1: the backup is from an incompatible version/,
    ],
    ['a wrong port', JSON.stringify({ ...someBackup(), settings: { port: 70_000 } }), /^settings\.port: .*65535\.$/],
  ])('with %s is refused, and why is said', (_what, text, reason) => {
    const plan = planBackup(text);
    expect(plan).toEqual({ kind: 'refused', errors: [expect.stringMatching(reason)] });
  });

  test('with many faults names eight and counts the rest', () => {
    const devices = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`usb/E${index}`, { alias: 7 }]));
    const plan = planBackup(JSON.stringify({ ...someBackup(), devices }));
    expect(plan.kind === 'refused' && plan.errors).toHaveLength(9);
    expect(plan.kind === 'refused' && plan.errors.at(-1)).toBe('4 more errors');
  });

  test('that is too large is not even read', async () => {
    const text = (): Promise<string> => {
      throw new Error('It was read.');
    };
    const plan = await readBackup({ name: 'mine.json', size: MAX_BACKUP_BYTES + 1, text });
    expect(plan).toEqual({ kind: 'refused', errors: [expect.stringMatching(/the limit is 16 MiB/)] });
  });

  test('that is gone says so', async () => {
    const plan = await readBackup({ name: 'mine.json', size: 10, text: () => Promise.reject(new Error('gone')) });
    expect(plan).toEqual({
      kind: 'refused',
      errors: ['Cannot read mine.json: moved, or access denied. Choose it again.'],
    });
  });
});

describe('what is said of parts', () => {
  const counts = countsOf(someBackup());

  test('counts what is in a backup', () => {
    expect(counts).toEqual({
      settings: null,
      devices: 2,
      mqtt: 1,
      gateways: 0,
      databases: 0,
      destinations: 0,
      alarms: 0,
      dashboards: 0,
      corrections: 0,
      computed: 0,
      run_plans: 0,
    });
  });

  test('tells what a restore replaces by what', () => {
    expect(restoreSentence('mqtt', counts, there)).toBe('MQTT clients: 3 replaced by 1 from the backup.');
    expect(restoreSentence('gateways', counts, there)).toBe('Gateways: 1 deleted; the backup has none.');
    expect(restoreSentence('alarms', counts, there)).toBe('Alarm rules: no change.');
    expect(restoreSentence('dashboards', counts, there)).toBe('Dashboards: all deleted; the backup has none.');
    expect(restoreSentence('dashboards', { ...counts, dashboards: 2 }, there)).toBe(
      'Dashboards: replaced by 2 from the backup.',
    );
    expect(restoreSentence('devices', counts, there)).toMatch(/replaced by those of 2 devices in the backup/);
  });

  test('says that a backup without dashboards leaves them', () => {
    const { dashboards: _missing, ...older } = someBackup();
    expect(restoreSentence('dashboards', countsOf(older), there)).toBe(
      'Dashboards: no change; the backup does not include them.',
    );
  });

  test('tells what a reset removes', () => {
    expect(resetSentence('mqtt', there)).toBe('MQTT clients: 3 deleted, including stored passwords.');
    expect(resetSentence('gateways', there)).toBe('Gateways: 1 deleted.');
    expect(resetSentence('alarms', there)).toBe('Alarm rules: no change.');
    expect(resetSentence('dashboards', there)).toBe('Dashboards: all deleted.');
  });
});
