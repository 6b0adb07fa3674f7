/**
 * A Mensura as a user has it: the built app, a runtime, a display, and folders of the user's own. Where the tests run
 * as root, the user is `nobody`, so that Chromium's sandbox is on as it is for users.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ensureTestRuntime } from '../../../build/test-runtime.ts';
import { createOwnedFolder, isRoot, runAsNobody, stageApp } from '../../../build/unprivileged.ts';
import { type Display, startDisplay } from './display.ts';

export interface Installation {
  /** A script that runs Electron as the user. */
  electron: string;
  /** The app's folder. */
  app: string;
  /** What Electron must be told to run it: the app's folder; nothing where it is packaged. */
  words: readonly string[];
  /** The user's environment. */
  env: Record<string, string>;
  /** A new folder that belongs to the user. */
  makeFolder(name: string): Promise<string>;
  /** Puts a program in front of the system's own of that name, for the user's apps. */
  addTool(name: string, script: string): Promise<void>;
  remove(): Promise<void>;
}

async function writeScript(path: string, text: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
}

/**
 * Installs into temporary folders, with a display. Build first (`npm run build`).
 * @param packaged the program of a packaged app, where that is to be run instead; it stays when this is removed
 */
export async function install(packaged?: string): Promise<Installation> {
  const runtime = packaged ?? join(await ensureTestRuntime(), 'electron');
  const folder = await mkdtemp(join(tmpdir(), 'mensura-desktop-'));
  await chmod(folder, 0o755);
  const makeFolder = async (name: string): Promise<string> => {
    const path = join(folder, name);
    await (isRoot() ? createOwnedFolder(path) : mkdir(path));
    return path;
  };
  const home = await makeFolder('home');
  const tools = await makeFolder('tools');
  const app = packaged ? dirname(packaged) : await stageApp();
  const electron = join(folder, 'electron');
  const prefix = isRoot() ? await runAsNobody() : [];
  await writeScript(electron, `exec ${[...prefix, `'${runtime}'`].join(' ')} "$@"`);
  const display: Display = await startDisplay();
  const env = {
    PATH: `${tools}:${process.env['PATH'] ?? ''}`,
    DISPLAY: display.name,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
  return {
    electron,
    app,
    words: packaged ? [] : [app],
    env,
    makeFolder,
    addTool: (name, script) => writeScript(join(tools, name), script),
    remove: async () => {
      await display.stop();
      if (!packaged) await rm(app, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
