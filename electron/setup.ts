/** The steps that put window, menus and tray around a running service. */
import { join } from 'node:path';
import { type App, clipboard, ipcMain, session } from 'electron';
import { RELEASE_TEXT } from '../service/contract/index.ts';
import type { Service } from '../service/service.ts';
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';
import { AlarmNotifications } from './alarm-notifications.ts';
import { alarmsRoute, alarmWords } from './alarm-words.ts';
import { ADD_SERIAL_PORT, CHOOSE_CSV_FOLDER } from './bridge.ts';
import { askHowToClose, closeAction } from './closing.ts';
import { guardAllContents, openOutside } from './contents-guard.ts';
import { CsvFolder } from './csv-folder.ts';
import { guardDownloads } from './downloads.ts';
import type { Endings } from './endings.ts';
import { handle } from './ipc.ts';
import { MainWindow } from './main-window.ts';
import { setMenu } from './menu.ts';
import type { Quitter } from './quit.ts';
import { SerialPorts } from './serial-ports.ts';
import { guardSession } from './session-guard.ts';
import { StatusTray } from './tray.ts';
import { hasTray } from './tray-support.ts';

/** What every step works with. */
export interface Desktop {
  app: App;
  /** The folder of the built shell, `dist/electron`. */
  shellDir: string;
  /** The service's base address, which is its pages' origin too. */
  url: string;
  /** Undefined when another process hosts the service. */
  service: Service | undefined;
  logger: Logger;
  endings: Endings;
  quitter: Quitter;
}

/** Sets every wall before there is a page. */
export async function guardPages({ app, url, logger, endings }: Desktop): Promise<void> {
  guardAllContents(app, { origin: url, logger });
  await guardSession(session.defaultSession, { origin: url, logger });
  guardDownloads(session.defaultSession, { app, origin: url, logger });
  endings.add('session', () => session.defaultSession.flushStorageData());
}

/** Makes the window, unseen yet, and decides what closing it means. */
export function makeWindow({ app, shellDir, url, service, logger, endings, quitter }: Desktop): MainWindow {
  const close = async (): Promise<void> => {
    const { window } = mainWindow;
    if (!window) return;
    const action = closeAction({
      keepsRunning: service?.settings.get().keep_running ?? false,
      // Asked at each closing: the panel may have come, or gone, since the start.
      canComeBack: await hasTray({ platform: process.platform, env: process.env }),
      hostsService: service !== undefined,
    });
    const decision = action === 'ask' ? await askHowToClose(window) : action;
    if (decision === 'hide') mainWindow.hide();
    if (decision === 'quit') await quitter.quit('window closed');
  };
  const mainWindow = new MainWindow({
    url,
    stateDir: app.getPath('userData'),
    shellDir,
    isDeveloperMode: !app.isPackaged,
    logger,
    mayClose: () => {
      if (!quitter.isQuitting) void close();
      return quitter.isQuitting;
    },
  });
  endings.add('window', () => mainWindow.stop());
  return mainWindow;
}

/** Shows the window again when the app is started again, or clicked in the dock. */
export function showOnDemand({ app, logger }: Desktop, mainWindow: MainWindow): void {
  app.on('second-instance', () => {
    logger.info('Mensura was started again: its window is shown. The flags of that start have no effect.');
    void mainWindow.show();
  });
  app.on('activate', () => void mainWindow.show());
  // The service outlives its window; what ends the app is the quitter alone.
  app.on('window-all-closed', () => {});
  app.on('child-process-gone', (_event, { type, reason }) => logger.warn(`A ${type} process ended: ${reason}.`));
}

/** Puts up the menus, and answers the page's calls; one of them is a menu entry too. */
export function offerMenu({ app, shellDir, url, service, logger }: Desktop, mainWindow: MainWindow): void {
  const serialPorts = service && new SerialPorts({ service, logger, onChanged: () => refresh() });
  const addSerialPort = async (): Promise<void> => {
    await mainWindow.show();
    if (serialPorts && mainWindow.window) await serialPorts.add(mainWindow.window);
  };
  const refresh = (): void =>
    setMenu(
      {
        serialPorts: serialPorts && {
          added: serialPorts.added,
          add: () => void addSerialPort(),
          remove: (path) => void serialPorts.remove(path, mainWindow.window),
        },
        reload: () => mainWindow.reload(),
        copyAddress: () => void copyAddress(url, logger),
        openApiDocumentation: () => openOutside(`${url}/docs`, { origin: url, logger }),
      },
      { platform: process.platform, isDeveloperMode: !app.isPackaged },
    );
  refresh();
  const isAppWindow = mainWindow.owns.bind(mainWindow);
  handle(ADD_SERIAL_PORT, { ipcMain, origin: url, isAppWindow, logger }, addSerialPort);
  const csvFolder = new CsvFolder({ settings: service?.settings, logger });
  handle(CHOOSE_CSV_FOLDER, { ipcMain, origin: url, isAppWindow, logger }, async () => {
    if (mainWindow.window) await csvFolder.choose(mainWindow.window);
  });
  app.setAboutPanelOptions({
    applicationName: 'Mensura',
    applicationVersion: RELEASE_TEXT,
    iconPath: join(shellDir, 'icons', 'icon-256.png'),
  });
}

async function copyAddress(url: string, logger: Logger): Promise<void> {
  try {
    await clipboard.writeText(url);
  } catch (error) {
    logger.error(`The address could not be copied: ${errorText(error)}`);
  }
}

/** Puts the icon into the tray; a process that only shows another's service leaves that to the other. */
export function offerTray({ shellDir, url, service, logger, endings, quitter }: Desktop, mainWindow: MainWindow): void {
  if (!service) return;
  const tray = new StatusTray({
    registry: service.registry,
    alarms: service.alarms,
    alarmWords: (alarm) => alarmWords(alarm, service),
    openAlarm: (alarm) => void mainWindow.showAt(alarmsRoute([alarm])),
    iconDir: join(shellDir, 'icons'),
    logger,
    openWindow: () => void mainWindow.show(),
    copyAddress: () => void copyAddress(url, logger),
    keepsRunning: () => service.settings.get().keep_running,
    setKeepRunning: (keep) => {
      service.settings
        .patch({ keep_running: keep })
        .catch((error: unknown) => logger.error(`The setting could not be saved: ${errorText(error)}`))
        .finally(() => tray.refresh());
    },
    quit: () => void quitter.quit('tray'),
  });
  endings.add('tray', () => tray.stop());
  tray.start();
}

/** Tells of alarms as the desktop tells of things; a process that only shows another's service leaves that to the other. */
export function offerNotifications({ service, logger, endings, shellDir }: Desktop, mainWindow: MainWindow): void {
  if (!service) return;
  const notifications = new AlarmNotifications({
    alarms: service.alarms,
    words: (alarm) => alarmWords(alarm, service),
    icon: join(shellDir, 'icons', 'icon-256.png'),
    logger,
    open: (alarms) => void mainWindow.showAt(alarmsRoute(alarms)),
  });
  endings.add('notifications', () => notifications.stop());
  notifications.start();
}
