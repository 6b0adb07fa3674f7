import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Updater, UpdatesOptions } from '../../electron/update-checker.ts';
import { silentLogger } from '../../service/support/logger.ts';

/** The next answers, as button indexes, and the questions so far. */
const desktop = vi.hoisted(() => ({ answers: [] as number[], asked: [] as string[] }));

vi.mock('electron', () => ({
  dialog: {
    showMessageBox: async ({ message }: { message: string }) => {
      desktop.asked.push(message);
      return { response: desktop.answers.shift() ?? 1 };
    },
  },
}));

const { UpdateChecker } = await import('../../electron/update-checker.ts');

const FEED = 'https://updates.example/mensura';
let stateDir: string;

beforeEach(async () => {
  Object.assign(desktop, { answers: [], asked: [] });
  stateDir = await mkdtemp(join(tmpdir(), 'mensura-updates-'));
});
afterEach(() => rm(stateDir, { recursive: true }));

interface Given {
  feed?: string | undefined;
  isPackaged?: boolean;
  isUpdateAvailable?: boolean;
}

function rig({ isPackaged = true, isUpdateAvailable = true, ...given }: Given = {}) {
  const feed = 'feed' in given ? given.feed : FEED;
  const updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    updateConfigPath: null as string | null,
    checkForUpdates: vi.fn<Updater['checkForUpdates']>(async () => ({
      isUpdateAvailable,
      updateInfo: { version: '4.0.0' },
    })),
    downloadUpdate: vi.fn<Updater['downloadUpdate']>(async () => []),
    quitAndInstall: vi.fn<Updater['quitAndInstall']>(),
  };
  const load = vi.fn<UpdatesOptions['load']>(async () => updater);
  const updates = new UpdateChecker({
    feed: () => feed,
    isPackaged,
    stateDir,
    load,
    quitTo: async (last) => last(),
    logger: silentLogger,
  });
  return { updates, updater, load };
}

describe('Updates', () => {
  test.each([
    ['there is no feed', { feed: undefined }],
    ['the feed does not use https', { feed: 'http://updates.example/' }],
    ['the app is not installed', { isPackaged: false }],
  ])('are disabled if %s', async (_where, given) => {
    const { updates, load } = rig(given);
    expect(updates.isOffered).toBe(false);
    await updates.check();
    expect(load).not.toHaveBeenCalled();
  });

  test('ask before downloading and before installing', async () => {
    const { updates, updater, load } = rig();
    expect(load).not.toHaveBeenCalled();
    await updates.check();
    expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false });
    expect(updater.downloadUpdate).not.toHaveBeenCalled();
    desktop.answers = [0, 1];
    await updates.check();
    expect(updater.downloadUpdate).toHaveBeenCalledTimes(1);
    expect(updater.quitAndInstall).not.toHaveBeenCalled();
    desktop.answers = [0, 0];
    await updates.check();
    expect(updater.quitAndInstall).toHaveBeenCalledTimes(1);
  });

  test('come only from the feed in the settings', async () => {
    const { updates, updater } = rig({ isUpdateAvailable: false });
    await updates.check();
    expect(JSON.parse(await readFile(updater.updateConfigPath ?? '', 'utf8'))).toMatchObject({
      provider: 'generic',
      url: FEED,
    });
    expect(desktop.asked).toEqual(['Mensura is up to date']);
  });

  test('report errors', async () => {
    const { updates, updater } = rig();
    updater.checkForUpdates.mockRejectedValue(new Error('No route to host.'));
    await updates.check();
    expect(desktop.asked).toEqual(['Cannot update Mensura']);
  });
});
