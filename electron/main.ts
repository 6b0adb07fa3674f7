/** The desktop app's entry: everything that must happen before Electron is ready, in order. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { defaultDataFolder, makeDataFolder } from '../service/settings/data-folder.ts';
import { parseOptions, type ServiceOptions } from '../service/settings/options.ts';
import { errorText, MensuraError } from '../service/support/errors.ts';
import { isRuntimeSwitch, ownWords } from './arguments.ts';
import { startDesktop } from './desktop.ts';
import { failToStart } from './start-failure.ts';

/**
 * Chromium's own files (cache, local storage) stay apart from the service's in the data folder. A run without a window
 * has its own, so that a window of the same data folder can open beside it.
 */
const CHROMIUM_FOLDER = { window: 'electron', headless: 'electron-headless' } as const;

function readOptions(): ServiceOptions {
  const argv = ownWords(process.argv, process.defaultApp);
  return parseOptions({ argv, env: process.env, tolerate: isRuntimeSwitch });
}

/** A folder that cannot be written would look like an instance that is running already. */
function takeChromiumFolder({ dataDir, headless }: ServiceOptions): void {
  const folder = join(dataDir, headless ? CHROMIUM_FOLDER.headless : CHROMIUM_FOLDER.window);
  makeDataFolder(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new MensuraError(
      'data-folder-unusable',
      `The data folder ${dataDir} cannot be written: ${errorText(error)}.`,
      {
        cause: error,
      },
    );
  }
  app.setPath('userData', folder);
}

function main(): void {
  app.setName('Mensura');
  app.setAppUserModelId('mensura');
  app.enableSandbox();
  // A start that fails needs a place, too, and must not use the name's default, which is the data folder itself.
  app.setPath('userData', join(defaultDataFolder(process.env), CHROMIUM_FOLDER.window));
  const options = readOptions();
  takeChromiumFolder(options);
  if (!options.headless && !app.requestSingleInstanceLock()) {
    process.stderr.write(
      'mensura: Mensura runs already; its window is shown. The flags of this start have no effect.\n',
    );
    app.exit(0);
    return;
  }
  // Never awaited at the top level: Electron becomes ready only after this module has run to its end.
  app
    .whenReady()
    .then(() => startDesktop(options, { app, shellDir: import.meta.dirname }))
    .catch((error: unknown) => failToStart(error, { app, isBoxed: !options.headless }));
}

try {
  main();
} catch (error) {
  const saidHeadless = process.argv.includes('--headless') || Boolean(process.env['MENSURA_HEADLESS']);
  void failToStart(error, { app, isBoxed: !saidHeadless });
}
