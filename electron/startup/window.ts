import type { Service } from '../../service/service.ts';
import { errorText } from '../../service/support/errors.ts';
import { type CloseAction, closeAction, confirmClose } from '../closing.ts';
import { MainWindow } from '../main-window.ts';
import { relaunch } from '../quit.ts';
import type { SecondInstances } from '../second-instances.ts';
import { isTraySupported } from '../tray-support.ts';
import type { Desktop } from './desktop.ts';

/** Whether the desktop shows tray icons now; this may change while the app runs. */
export function isTrayVisible(): Promise<boolean> {
  return isTraySupported({ platform: process.platform, env: process.env });
}

/** @param service undefined if another process hosts it */
export async function decideClose(service: Service | undefined): Promise<CloseAction> {
  return closeAction({
    keepsRunning: service?.settings.get().keep_running ?? false,
    canReopen: await isTrayVisible(),
    hostsService: service !== undefined,
  });
}

/**
 * Creates the main window object, without opening a window, and handles its closing.
 * @param locate finds the service in another process; false without a proof
 */
export function createMainWindow(desktop: Desktop, locate: () => Promise<boolean>): MainWindow {
  const { app, shellDir, address, service, logger, endings, quitter } = desktop;
  const close = async (): Promise<void> => {
    const { window } = mainWindow;
    if (!window) return;
    const action = await decideClose(service);
    const decision = action === 'ask' ? await confirmClose(window) : action;
    if (decision === 'hide') await mainWindow.leave();
    if (decision === 'quit') await quitter.request('window closed');
  };
  let closing: Promise<void> | undefined;
  const mainWindow = new MainWindow({
    address,
    isHosted: service !== undefined,
    locate,
    stateDir: app.getPath('userData'),
    shellDir,
    isDeveloperMode: !app.isPackaged,
    logger,
    onClose: () => {
      // One close at a time, also while the question is open.
      closing ??= close()
        .catch((error: unknown) => logger.error(`cannot close the window: ${errorText(error)}`, { error }))
        .finally(() => (closing = undefined));
    },
    onSessionEnd: () => void quitter.quit('session ending'),
  });
  endings.add('window', () => mainWindow.stop());
  return mainWindow;
}

/** Shows the window after a second start, or a click in the dock. */
export function showOnDemand(
  { app, logger, quitter }: Desktop,
  mainWindow: MainWindow,
  furtherStarts: SecondInstances,
): void {
  furtherStarts.onStart((launchOptions) => {
    const { isHidden, route } = launchOptions;
    quitter.thenRestart(() => relaunch({ app, argv: process.argv, env: process.env }, launchOptions));
    if (quitter.isQuitting) {
      logger.info('started again during shutdown; restarting after it completes');
      return;
    }
    logger.info(`started again${isHidden ? '' : '; showing the window'} (flags ignored)`);
    if (isHidden) return;
    void (route ? mainWindow.showAt(route) : mainWindow.show());
  });
  app.on('activate', () => void mainWindow.show());
  app.on('child-process-gone', (_event, { type, reason }) => logger.warn(`${type} process exited (${reason})`));
}
