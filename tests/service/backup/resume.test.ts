/** What the next start does with a restore that was cut short, where it cannot be completed. */
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maintenanceRig } from './rig.ts';

const FILE = 'restore-under-way.json';

/** A rig with a reset of everything under way. @param begun how often it was begun */
async function cutShort(begun: number) {
  const rig = await maintenanceRig();
  await rig.settings.patch({ history_raw_days: 30 });
  const backup = { ...rig.maintenance.backup(), settings: { version: 1, history_raw_days: 44 } };
  const work = { what: 'restore', backup, parts: ['gateways', 'settings'], kept: '/kept.json', begun };
  writeFileSync(join(rig.dataDir, FILE), JSON.stringify({ version: 1, work }));
  return rig;
}

test('one at which the program died three times is not begun again, and that is said', async () => {
  const rig = await cutShort(3);
  await rig.maintenance.resume();
  expect(rig.raised).toMatchObject([
    {
      code: 'restore-interrupted',
      text: expect.stringContaining('too many attempts'),
      remedy: expect.stringContaining('/kept.json'),
    },
  ]);
  expect(rig.settings.get().history_raw_days).toBe(30);
  expect(existsSync(join(rig.dataDir, FILE))).toBe(false);
});

test('one that fails is undone and said with its cause, and the next start does not try it', async () => {
  const rig = await cutShort(1);
  await rm(join(rig.dataDir, 'gateways.json'), { force: true });
  await mkdir(join(rig.dataDir, 'gateways.json', 'in-the-way'), { recursive: true });
  await rig.maintenance.resume();
  expect(rig.raised).toMatchObject([
    { text: expect.stringMatching(/could not be completed: .*Cannot save the gateways/) },
  ]);
  expect(rig.settings.get().history_raw_days).toBe(30);
  expect(existsSync(join(rig.dataDir, FILE))).toBe(false);
});

test('one that is whole holds afterwards', async () => {
  const rig = await cutShort(2);
  await rig.maintenance.resume();
  expect(rig.raised).toMatchObject([{ text: expect.stringContaining('completed at this start: settings, gateways') }]);
  expect(rig.settings.get().history_raw_days).toBe(44);
  expect(existsSync(join(rig.dataDir, FILE))).toBe(false);
});

test('one that only waits for instruments is done: a crash meanwhile does not bring it back over what the user sets', async () => {
  const rig = await maintenanceRig();
  rig.attached.set('usb/E1', undefined);
  await rig.devices.patch({ family: 'usb', serial: 'E1' }, { period_ms: 250 });
  const waiting: boolean[] = [];
  const set = rig.periods.push.bind(rig.periods);
  rig.periods.push = (...periods) => {
    waiting.push(existsSync(join(rig.dataDir, FILE)));
    return set(...periods);
  };
  await rig.maintenance.reset(['devices']);
  expect(rig.periods).toContainEqual(['usb/E1', 1000]);
  expect(waiting).toEqual([false]);
});
