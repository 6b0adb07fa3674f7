/** Changes of settings: one after the other, each as a whole or not at all. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Settings } from '../../../service/contract/index.ts';
import { LiveSettings, type LiveSettingsOptions } from '../../../service/settings/live-settings.ts';
import { SettingsStore } from '../../../service/settings/settings-store.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { silentLogger } from '../../../service/support/logger.ts';

let folder: string;
let done: string[];
let store: SettingsStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-live-'));
  done = [];
  store = new SettingsStore(folder, silentLogger);
  await store.start();
});
afterEach(() => rm(folder, { recursive: true }));

function create(changes: Partial<LiveSettingsOptions> = {}): LiveSettings {
  return new LiveSettings({
    store,
    options: { dataDir: folder, overridden: {}, simulatePublish: false, refuseOtherUsers: 'writes' },
    preparePort: async (port) => {
      done.push(`open ${port}, settings have ${store.get().port}`);
      return {
        finish: () => done.push(`take ${port}, settings have ${store.get().port}`),
        undo: async () => {
          done.push(`give up ${port}, settings have ${store.get().port}`);
        },
      };
    },
    ...changes,
  });
}

const apply = async (before: Settings, after: Settings): Promise<void> => {
  done.push(`${before.history_raw_days} becomes ${after.history_raw_days}`);
};

function started(changes: Partial<LiveSettingsOptions> = {}): LiveSettings {
  const live = create(changes);
  live.start(apply);
  return live;
}

/** From now on nothing can be saved: a folder in the file's place cannot be replaced by it, whoever tries. */
async function blockSaving(): Promise<void> {
  await mkdir(join(folder, 'settings.json', 'held'), { recursive: true });
}

describe('a change', () => {
  test('opens the port, saves, takes the port and has its effect, in this order', async () => {
    const live = started();
    expect((await live.patch({ port: 4000, history_raw_days: 30 })).port).toBe(4000);
    expect(done).toEqual(['open 4000, settings have 11395', 'take 4000, settings have 4000', '90 becomes 30']);
  });

  test('whose port cannot be had changes nothing', async () => {
    const refusal = new MensuraError('conflict', 'taken');
    const live = started({ preparePort: () => Promise.reject(refusal) });
    await expect(live.patch({ port: 4000, history_raw_days: 30 })).rejects.toBe(refusal);
    expect(live.get()).toMatchObject({ port: 11395, history_raw_days: 90 });
    expect(done).toEqual([]);
  });

  test('that cannot be saved gives the port up and has no effect', async () => {
    const live = started();
    await blockSaving();
    await expect(live.patch({ port: 4000, history_raw_days: 30 })).rejects.toMatchObject({ code: 'storage-failed' });
    expect(done).toEqual(['open 4000, settings have 11395', 'give up 4000, settings have 11395']);
    expect(live.get()).toMatchObject({ port: 11395, history_raw_days: 90 });
  });

  test('of a port that a flag stands before is saved alone', async () => {
    const live = started({
      options: { dataDir: folder, overridden: { port: '--port' }, simulatePublish: false, refuseOtherUsers: 'writes' },
    });
    expect((await live.patch({ port: 4000 })).port).toBe(4000);
    expect(done).toEqual(['90 becomes 90']);
  });

  test('waits for the one before it, and does not care how that ended', async () => {
    const opened = Promise.withResolvers<undefined>();
    const live = started({ preparePort: () => opened.promise });
    const first = live.patch({ port: 4000 });
    const second = live.patch({ history_raw_days: 30 });
    opened.reject(new MensuraError('conflict', 'taken'));
    await expect(first).rejects.toThrow('taken');
    expect(await second).toMatchObject({ port: 11395, history_raw_days: 30 });
  });

  test('that comes before the start has its effect when all is there', async () => {
    const live = create();
    const changed = live.patch({ history_raw_days: 30 });
    expect(live.get().history_raw_days).toBe(90);
    live.start(apply);
    await changed;
    expect(done).toEqual(['90 becomes 30']);
  });

  test.each([
    ['after the stop', true],
    ['before the start, which never came', false],
  ])('%s is refused', async (_when, isStarted) => {
    const live = create();
    if (isStarted) live.start(apply);
    const early = isStarted ? undefined : live.patch({ history_raw_days: 30 });
    const stopped = live.stop();
    for (const late of [early, live.patch({ history_raw_days: 30 })]) {
      if (late) await expect(late).rejects.toMatchObject({ code: 'conflict' });
    }
    await stopped;
    expect(live.get().history_raw_days).toBe(90);
  });

  test('under way is waited for by the stop', async () => {
    const applied = Promise.withResolvers<void>();
    const live = create();
    live.start(() => applied.promise);
    const changed = live.patch({ history_raw_days: 30 });
    await new Promise((resolve) => live.events.on('changed', resolve));
    const stopped = live.stop().then(() => done.push('stopped'));
    done.push('applied');
    applied.resolve();
    await Promise.all([changed, stopped]);
    expect(done).toEqual(['applied', 'stopped']);
  });
});

test('origins are the same set until they change', async () => {
  const live = started();
  await live.patch({ allowed_origins: ['https://a.example'] });
  const before = live.allowedOrigins();
  expect([...before]).toEqual(['https://a.example']);
  expect(live.allowedOrigins()).toBe(before);
  await live.patch({ allowed_origins: [] });
  expect(live.allowedOrigins().size).toBe(0);
});

test('what waits for the next start is pending, unless something stands before it', async () => {
  const live = started();
  expect(live.facts()).toMatchObject({
    data_folder: folder,
    settings_file: join(folder, 'settings.json'),
    pending: [],
  });
  await live.patch({ simulate_publish: true });
  expect(live.facts()).toMatchObject({ pending: ['simulate_publish'], effective: { simulate_publish: false } });
  const overridden = { simulate_publish: '--simulate-publish' };
  const flagged = started({
    options: { dataDir: folder, overridden, simulatePublish: false, refuseOtherUsers: 'writes' },
  });
  expect(flagged.facts()).toMatchObject({ overridden, effective: { simulate_publish: false }, pending: [] });
});

test('what is refused to other users is what the settings say, unless something stands before them', async () => {
  const live = started();
  await live.patch({ refuse_other_users: 'nothing' });
  expect(live.refusedToOtherUsers()).toBe('nothing');
  const overridden = { refuse_other_users: '--refuse-other-users' };
  const flagged = started({
    options: { dataDir: folder, overridden, simulatePublish: false, refuseOtherUsers: 'everything' },
  });
  expect(flagged.refusedToOtherUsers()).toBe('everything');
});
