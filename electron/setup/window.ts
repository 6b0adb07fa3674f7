/** The window: what closing it means, and what brings it back. */
import { errorText } from '../../service/support/errors.ts';
import { wishesOf } from '../arguments.ts';
import { askHowToClose, closeAction } from '../closing.ts';
import { MainWindow } from '../main-window.ts';
import { hasTray } from '../tray-support.ts';
import type { Desktop } from './desktop.ts';

export interface WindowOptions {
  /** Looks where the service is now, where another process hosts it. */
  locate(): Promise<void>;
}

/** Whether a tray icon would be seen now: the panel may come, or go, while the app runs. */
export function traySeen(): Promise<boolean> {
  return hasTray({ platform: process.platform, env: process.env });
}

/** Makes the window's keeper, without a window yet, and decides what closing it means. */
export function makeWindow(desktop: Desktop, { locate }: WindowOptions): MainWindow {
  const { app, shellDir, address, service, logger, endings, quitter } = desktop;
  const close = async (): Promise<void> => {
    const { window } = mainWindow;
    if (!window) return;
    const action = closeAction({
      keepsRunning: service?.settings.get().keep_running ?? false,
      canComeBack: await traySeen(),
      hostsService: service !== undefined,
    });
    const decision = action === 'ask' ? await askHowToClose(window) : action;
    if (decision === 'hide') await mainWindow.leave();
    if (decision === 'quit') await quitter.request('window closed');
  };
  const mainWindow = new MainWindow({
    address,
    locate,
    stateDir: app.getPath('userData'),
    shellDir,
    isDeveloperMode: !app.isPackaged,
    logger,
    onClose: () => {
      close().catch((error: unknown) => logger.error(`The window could not be closed: ${errorText(error)}`, { error }));
    },
    onSessionEnd: () => void quitter.quit('the session ends'),
  });
  endings.add('window', () => mainWindow.stop());
  return mainWindow;
}

/** Shows the window again when the app is started again, or clicked in the dock. */
export function showOnDemand({ app, logger }: Desktop, mainWindow: MainWindow): void {
  app.on('second-instance', (_event, _argv, _folder, data) => {
    const { isHidden, route } = wishesOf(data);
    logger.info(
      `Mensura was started again${isHidden ? '' : ': its window is shown'}. The flags of that start have no effect.`,
    );
    if (isHidden) return;
    void (route ? mainWindow.showAt(route) : mainWindow.show());
  });
  app.on('activate', () => void mainWindow.show());
  // The service outlives its window; what ends the app is the quitter alone.
  app.on('window-all-closed', () => {});
  app.on('child-process-gone', (_event, { type, reason }) => logger.warn(`A ${type} process ended: ${reason}.`));
}
