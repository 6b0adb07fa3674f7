import { join } from 'node:path';
import { type BrowserWindow, clipboard, ipcMain, Menu } from 'electron';
import { APP_VERSION_TEXT } from '../../service/contract/index.ts';
import { errorText } from '../../service/support/errors.ts';
import { ADD_SERIAL_PORT, CHOOSE_CSV_FOLDER, CHOOSE_DATA_FOLDER, SAVE_PDF } from '../bridge.ts';
import { changeDataFolder, type DataFolderOptions } from '../data-folder.ts';
import { moveData } from '../data-move.ts';
import { chooseCsvFolder } from '../folder-dialogs.ts';
import { handle, serveOrigin } from '../ipc.ts';
import type { MainWindow } from '../main-window.ts';
import { menuTemplate } from '../menu.ts';
import { savePdf } from '../save-pdf.ts';
import type { SerialPorts } from '../serial-ports.ts';
import type { IsProven } from '../session-guard.ts';
import { loadUpdater, UpdateChecker } from '../update-checker.ts';
import { openExternal } from '../web-contents-guard.ts';
import type { Desktop } from './desktop.ts';

/** Sets the menus, and updates them when the settings change. */
export function setUpMenu(desktop: Desktop, mainWindow: MainWindow, serialPorts: SerialPorts | undefined): void {
  const { app, shellDir, address, service, logger, endings } = desktop;
  const updates = makeUpdates(desktop, mainWindow);
  const refresh = (): void => {
    const template = menuTemplate(
      {
        serialPorts: serialPorts && {
          added: serialPorts.added,
          add: () => void addSerialPort(mainWindow, serialPorts),
          remove: (path) => void serialPorts.remove(path, mainWindow.window),
        },
        open: (route) => void mainWindow.showAt(route),
        openPalette: () => mainWindow.dispatch('mensura:palette'),
        checkForUpdates: updates.isOffered ? () => void updates.check() : undefined,
        reload: () => mainWindow.reload(),
        copyAddress: () => void copyServiceAddress(desktop),
        openApiDocumentation: () => openExternal(`${address.url}/docs`, { address, logger }),
      },
      { platform: process.platform, isDeveloperMode: !app.isPackaged },
    );
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  refresh();
  const end = service?.settings.events.on('changed', refresh);
  endings.add('menu', () => end?.());
  app.setAboutPanelOptions({
    applicationName: 'Mensura',
    applicationVersion: APP_VERSION_TEXT,
    iconPath: join(shellDir, 'icons', 'icon-256.png'),
  });
}

export function registerPageHandlers(
  desktop: Desktop,
  mainWindow: MainWindow,
  serialPorts: SerialPorts | undefined,
  isProven: IsProven,
): void {
  const { app, address, service, logger } = desktop;
  const ipc = { ipcMain, address, isAppWindow: mainWindow.owns.bind(mainWindow), isProven, logger };
  serveOrigin(ipc);
  /** Handles a call by dialogs; further calls wait for them. */
  const handleByDialog = (channel: string, show: (window: BrowserWindow) => Promise<void>): void => {
    let showing: Promise<void> | undefined;
    handle(channel, ipc, async () => {
      if (mainWindow.window) await (showing ??= show(mainWindow.window).finally(() => (showing = undefined)));
    });
  };
  handle(ADD_SERIAL_PORT, ipc, () => addSerialPort(mainWindow, serialPorts));
  handleByDialog(CHOOSE_CSV_FOLDER, (window) => chooseCsvFolder(window, service?.settings, logger));
  handleByDialog(CHOOSE_DATA_FOLDER, (window) => changeDataFolder(window, dataFolderOptions(desktop, mainWindow)));
  handleByDialog(SAVE_PDF, (window) => savePdf(window, app, logger));
}

async function addSerialPort(mainWindow: MainWindow, serialPorts: SerialPorts | undefined): Promise<void> {
  await mainWindow.show();
  if (serialPorts && mainWindow.window) await serialPorts.add(mainWindow.window);
}

function dataFolderOptions(
  { app, options, isDataDirGiven, service, logger, quitter }: Desktop,
  mainWindow: MainWindow,
): DataFolderOptions {
  const { dataDir } = options;
  const elsewhere =
    'This window is connected to a Mensura service in another process. Stop that service, then start the desktop app.';
  const given =
    'The data folder is set by --data-dir or MENSURA_DATA_DIR. To choose it here, start Mensura without the flag and the variable.';
  const byFlag = isDataDirGiven ? given : undefined;
  return {
    dataDir,
    refusal: service ? byFlag : elsewhere,
    logger,
    move: async (to, mode) => {
      if (!(await mainWindow.leave())) return;
      await quitter.quit('data folder change', (isStopped) =>
        moveData({ app, from: dataDir, to, mode, isStopped, env: process.env }),
      );
    },
  };
}

function makeUpdates({ app, service, logger, quitter }: Desktop, mainWindow: MainWindow): UpdateChecker {
  return new UpdateChecker({
    feed: () => service?.settings.get().update_feed,
    isPackaged: app.isPackaged,
    stateDir: app.getPath('userData'),
    load: loadUpdater,
    quitTo: async (last) => {
      if (await mainWindow.leave()) await quitter.quit('update', last);
    },
    logger,
  });
}

export async function copyServiceAddress({ address, logger }: Pick<Desktop, 'address' | 'logger'>): Promise<void> {
  try {
    await clipboard.writeText(address.url);
  } catch (error) {
    logger.error(`cannot copy the address: ${errorText(error)}`);
  }
}
