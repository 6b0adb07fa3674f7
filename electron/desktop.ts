import { join } from 'node:path';
import { type BrowserWindow, dialog, powerMonitor } from 'electron';
import { APP_VERSION_TEXT, setUsersLocale } from '../service/contract/index.ts';
import type { Service } from '../service/service.ts';
import { exitCode } from '../service/settings/exit-codes.ts';
import { createLogging } from '../service/settings/logging.ts';
import type { ServiceOptions } from '../service/settings/options.ts';
import { endProcess } from '../service/support/end-process.ts';
import type { MensuraError } from '../service/support/errors.ts';
import { ShutdownStack } from '../service/support/shutdown-stack.ts';
import type { LaunchOptions } from './arguments.ts';
import { showErrorDialog } from './folder-dialogs.ts';
import { findLoginItem } from './login-item.ts';
import { LoginStart } from './login-start.ts';
import type { MainWindow } from './main-window.ts';
import { handlePowerEvents } from './power.ts';
import { QuitController } from './quit.ts';
import type { SecondInstances } from './second-instances.ts';
import { SerialPorts } from './serial-ports.ts';
import { ServiceHost } from './service-host.ts';
import type { IsProven } from './session-guard.ts';
import type { Desktop } from './startup/desktop.ts';
import { registerPageHandlers, setUpMenu } from './startup/menu.ts';
import { guardPages } from './startup/pages.ts';
import { setUpNotifications, setUpTray } from './startup/tray.ts';
import { createMainWindow, decideClose, isTrayVisible, showOnDemand } from './startup/window.ts';
import { handleUnexpectedErrors } from './unexpected-errors.ts';

export interface DesktopSurroundings extends Pick<Desktop, 'app' | 'shellDir' | 'isDataDirGiven'> {
  /** The empty window that opened before the service. */
  early: BrowserWindow | undefined;
  launchOptions: LaunchOptions;
  furtherStarts: SecondInstances;
  /** For the log, which was not open yet. */
  warning: string | undefined;
}

/**
 * Starts the service, then the window, tray and menus: the composition root of the shell.
 * @throws MensuraError if the service cannot start; everything else is stopped then
 */
export async function startDesktop(options: ServiceOptions, surroundings: DesktopSurroundings): Promise<void> {
  const { app } = surroundings;
  // That of the window: this process reads its own from variables that the window ignores.
  setUsersLocale(app.getLocale() || undefined);
  const logging = createLogging(options);
  const logger = logging.logger.child('desktop');
  if (surroundings.warning) logger.warn(surroundings.warning);
  const endings = new ShutdownStack(logger);
  endings.add('log', () => logging.stop());
  let mainWindow: MainWindow | undefined;
  const mayQuit = async (): Promise<boolean> => (await mainWindow?.leave()) ?? true;
  const exit = (code: number, isStopped: boolean): void => void endProcess(code, isStopped, (usual) => app.exit(usual));
  const quitter = new QuitController({ app, process, exit, logger, mayQuit, stop: () => endings.stop() });
  quitter.start();
  handleUnexpectedErrors({ process, logger, show: options.headless ? () => {} : showUnexpectedError });

  try {
    const giveUp = (error: MensuraError): void => {
      // Without log, clean stop or message box: another process owns the data folder and writes to it.
      process.stderr.write(`mensura: ${error.message}\n`);
      exit(exitCode(error), false);
    };
    const dist = join(surroundings.shellDir, '..');
    const host = new ServiceHost({
      options,
      logger: logging.logger,
      log: logging,
      rendererDir: join(dist, 'renderer'),
      udevRule: join(dist, 'udev/70-mensura.rules'),
      giveUp,
    });
    endings.add('service', () => host.stop());
    await host.start();
    if (host.service) logging.start();
    process.stdout.write(`Mensura ${APP_VERSION_TEXT} is ready: ${host.address.url}\n`);
    if (options.headless || quitter.isQuitting) return;
    const { address, service, proxy } = host;
    const desktop: Desktop = { ...surroundings, options, address, service, proxy, logger, endings, quitter };
    const isProven = await guardPages(desktop);
    mainWindow = createMainWindow(desktop, () => host.locate());
    await putUp(desktop, mainWindow, { ...surroundings, isProven });
  } catch (error) {
    // Stopped during startup.
    if (quitter.isQuitting) return;
    quitter.stop();
    await endings.stop();
    throw error;
  }
}

async function putUp(
  desktop: Desktop,
  mainWindow: MainWindow,
  surroundings: DesktopSurroundings & { isProven: IsProven },
): Promise<void> {
  const { service, logger } = desktop;
  const serialPorts = service && new SerialPorts({ service, logger });
  registerPageHandlers(desktop, mainWindow, serialPorts, surroundings.isProven);
  await openFirstWindow(desktop, mainWindow, surroundings);
  showOnDemand(desktop, mainWindow, surroundings.furtherStarts);
  setUpMenu(desktop, mainWindow, serialPorts);
  desktop.endings.add('power', handlePowerEvents({ ...desktop, powerMonitor }));
  if (!service) return;
  setUpTray(desktop, service, mainWindow);
  setUpNotifications(desktop, service, mainWindow);
  await syncLoginItem(desktop, service);
}

/** Opens the window, unless the app starts hidden in the tray. */
async function openFirstWindow(
  { service, logger, quitter }: Desktop,
  mainWindow: MainWindow,
  { early, launchOptions }: DesktopSurroundings,
): Promise<void> {
  const settleClosed = async (): Promise<void> => {
    if ((await decideClose(service)) !== 'hide') await quitter.quit('window closed');
    else logger.info('window closed during startup; running in the tray');
  };
  if (early?.isDestroyed()) return settleClosed();
  const isHidden = launchOptions.isHidden || (service?.settings.get().start_hidden ?? false);
  if (isHidden && !early && !service) {
    await quitter.quit('another process runs the service; no window requested');
    return;
  }
  if (isHidden && !early && (await isTrayVisible())) {
    logger.info('started without a window; running in the tray');
    return;
  }
  if (isHidden && !early) logger.warn('window shown (this desktop has no tray)');
  await mainWindow.open({ early, route: launchOptions.route });
  if (early?.isDestroyed() && !mainWindow.window) await settleClosed();
}

function showUnexpectedError(text: string): void {
  void dialog.showMessageBox({
    type: 'error',
    title: 'Mensura',
    message: 'Unexpected error',
    detail: `${text}\n\nMensura continues to run. Restart it, and see the log for details.`,
  });
}

/** Synchronizes the setting "start at login" with the system. */
async function syncLoginItem({ app, logger, endings }: Desktop, service: Service): Promise<void> {
  const { platform, env, execPath } = process;
  const login = new LoginStart({
    settings: service.settings,
    item: findLoginItem({ app, platform, env, execPath }),
    logger,
    showError: (message, detail) => void showErrorDialog(undefined, logger, message, detail),
  });
  endings.add('start at login', () => login.stop());
  await login.start();
}
