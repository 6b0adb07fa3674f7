/** The file of a restore that is done must not have it done again, over what the user set since. */
import { mkdtempSync, rmSync } from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RestoreJob, RestoreJournal } from '../../../service/backup/restore-journal.ts';
import { settingsSchema } from '../../../service/contract/index.ts';
import { silentLogger } from '../../../service/support/logger.ts';

/** As on Windows while another program has the file open. */
const isHeld = vi.hoisted(() => ({ name: '' }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  return {
    ...real,
    rm: (...args: Parameters<typeof real.rm>) =>
      isHeld.name !== '' && String(args[0]).endsWith(isHeld.name)
        ? Promise.reject(Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' }))
        : real.rm(...args),
  };
});

test('a restore that was completed is not done again, though its file cannot be deleted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-journal-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const work: RestoreJob = {
    what: 'restore',
    backup: {
      format: 'mensura-backup',
      version: 1,
      release: '1.0',
      made: '2026-01-01T00:00:00.000Z',
      settings: settingsSchema.parse({}),
      devices: {},
      mqtt: { mqtt: { clients: {} } },
      with_secrets: [],
      gateways: [],
      databases_with_secrets: [],
      destinations_with_secrets: [],
      alarms: [],
    },
    parts: ['settings'],
    kept: 'kept.json',
    begun: 1,
  };
  const journal = (): RestoreJournal => new RestoreJournal({ dataDir, logger: silentLogger });
  const first = journal();
  await first.start(work);
  expect(await journal().read()).toEqual(work);
  isHeld.name = 'restore-under-way.json';
  await first.end();
  isHeld.name = '';
  expect(await journal().read()).toBeUndefined();
});
