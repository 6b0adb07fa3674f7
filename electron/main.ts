/** Entry of the desktop app: everything before Electron is ready, and the window. The much larger service loads later. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { defaultDataFolder, locateDataFolder, makeDataFolder } from '../service/settings/data-location.ts';
import { readEnvironment, readFlags } from '../service/settings/flags.ts';
import { errorText, isDiskFull, isMensuraError, MensuraError } from '../service/support/errors.ts';
import { appArguments, extractLaunchOptions, isRuntimeSwitch, type LaunchOptions } from './arguments.ts';
import type { DesktopSurroundings } from './desktop.ts';
import { openInitialWindow } from './early-window.ts';
import { SecondInstances } from './second-instances.ts';
import { reportStartFailure } from './start-failure.ts';

/**
 * Folders of Chromium's files (cache, local storage) in the data folder. A headless run has its own, so that a window
 * with the same data folder can open beside it.
 */
const CHROMIUM_FOLDER = { window: 'electron', headless: 'electron-headless' } as const;

/** Options that are needed before those of the service. */
interface StartOptions {
  /** Flags of the service. */
  argv: readonly string[];
  launchOptions: LaunchOptions;
  headless: boolean;
  dataDir: string;
  /** Set by a flag or variable, which overrides the saved choice. */
  isDataDirGiven: boolean;
}

function readStartOptions(): StartOptions {
  const { rest, ...launchOptions } = extractLaunchOptions(appArguments(process.argv, process.defaultApp));
  const given = { ...readEnvironment(process.env), ...readFlags(rest, isRuntimeSwitch) };
  return {
    argv: rest,
    launchOptions,
    headless: given.headless ?? false,
    dataDir: locateDataFolder(given.dataDir, process.env),
    isDataDirGiven: given.dataDir !== undefined,
  };
}

/**
 * Sets Chromium's folder, a temporary one if the disk is full. To Electron, a folder that is not writable would look like
 * a running instance.
 * @returns a warning to be logged
 */
function setChromiumFolder({ dataDir, headless }: StartOptions): string | undefined {
  const folder = join(dataDir, headless ? CHROMIUM_FOLDER.headless : CHROMIUM_FOLDER.window);
  try {
    makeDataFolder(folder);
  } catch (error) {
    if (!isMensuraError(error) || !isDiskFull(error.cause)) throw error;
    const temporary = mkdtempSync(join(tmpdir(), 'mensura-'));
    app.once('quit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
    app.setPath('userData', temporary);
    return `cannot store window data in ${folder} (disk full); using ${temporary} until Mensura quits`;
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const text = `Cannot write to the data folder ${dataDir}: ${errorText(cause)}. Make it writable, or choose another folder with --data-dir.`;
    throw new MensuraError('data-folder-unusable', text, { cause });
  }
  app.setPath('userData', folder);
  return undefined;
}

/** macOS starts login items without flags. */
function isHiddenByLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

async function start(
  startOptions: StartOptions,
  begun: Pick<DesktopSurroundings, 'furtherStarts' | 'warning'>,
): Promise<void> {
  const { argv, headless, dataDir, isDataDirGiven } = startOptions;
  const launchOptions = {
    ...startOptions.launchOptions,
    isHidden: startOptions.launchOptions.isHidden || isHiddenByLogin(),
  };
  const shellDir = import.meta.dirname;
  let early: BrowserWindow | undefined;
  try {
    if (!headless && !launchOptions.isHidden) early = openInitialWindow({ app, dataDir, shellDir });
    const [{ startDesktop }, { parseOptions }] = await Promise.all([
      import('./desktop.ts'),
      import('../service/settings/options.ts'),
    ]);
    const options = parseOptions({ argv, env: process.env, tolerate: isRuntimeSwitch });
    await startDesktop(options, { app, shellDir, early, launchOptions, isDataDirGiven, ...begun });
  } catch (error) {
    await reportStartFailure(error, { app, isBoxed: !headless, early });
  }
}

function main(): void {
  app.setName('Mensura');
  app.setAppUserModelId('mensura');
  app.enableSandbox();
  // Also needed if the start fails: Electron's default is the data folder itself.
  app.setPath('userData', join(defaultDataFolder(process.env), CHROMIUM_FOLDER.window));
  const startOptions = readStartOptions();
  const warning = setChromiumFolder(startOptions);
  if (!startOptions.headless && !app.requestSingleInstanceLock({ ...startOptions.launchOptions })) {
    const shown = startOptions.launchOptions.isHidden ? '' : '; showing its window';
    process.stderr.write(`mensura: Mensura is already running${shown}. Flags are ignored.\n`);
    app.exit(0);
    return;
  }
  const furtherStarts = new SecondInstances(app);
  // The service outlives its window; `QuitController` ends the app.
  app.on('window-all-closed', () => {});
  // Not awaited at the top level: Electron is ready only after this module has run.
  void app.whenReady().then(() => start(startOptions, { furtherStarts, warning }));
}

try {
  main();
} catch (error) {
  const isHeadless = process.argv.includes('--headless') || Boolean(process.env['MENSURA_HEADLESS']);
  void reportStartFailure(error, { app, isBoxed: !isHeadless });
}
