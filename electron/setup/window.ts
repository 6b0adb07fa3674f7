/** The window: what closing it means, and what brings it back. */
import type { Service } from '../../service/service.ts';
import { errorText } from '../../service/support/errors.ts';
import { askHowToClose, type CloseAction, closeAction } from '../closing.ts';
import type { FurtherStarts } from '../further-starts.ts';
import { MainWindow } from '../main-window.ts';
import { startAgain } from '../start-again.ts';
import { hasTray } from '../tray-support.ts';
import type { Desktop } from './desktop.ts';

export interface WindowOptions {
  /** Looks where the service is now, where another process hosts it; false while none proves itself. */
  locate(): Promise<boolean>;
}

/** Whether a tray icon would be seen now: the panel may come, or go, while the app runs. */
export function traySeen(): Promise<boolean> {
  return hasTray({ platform: process.platform, env: process.env });
}

/** What closing the window means now. @param service undefined where another process hosts it */
export async function closeDecision(service: Service | undefined): Promise<CloseAction> {
  return closeAction({
    keepsRunning: service?.settings.get().keep_running ?? false,
    canComeBack: await traySeen(),
    hostsService: service !== undefined,
  });
}

/** Makes the window's keeper, without a window yet, and decides what closing it means. */
export function makeWindow(desktop: Desktop, { locate }: WindowOptions): MainWindow {
  const { app, shellDir, address, service, logger, endings, quitter } = desktop;
  const close = async (): Promise<void> => {
    const { window } = mainWindow;
    if (!window) return;
    const action = await closeDecision(service);
    const decision = action === 'ask' ? await askHowToClose(window) : action;
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
      // Who clicks again while it is being closed, or while the question stands, is not asked again.
      closing ??= close()
        .catch((error: unknown) => logger.error(`cannot close the window: ${errorText(error)}`, { error }))
        .finally(() => (closing = undefined));
    },
    onSessionEnd: () => void quitter.quit('session ending'),
  });
  endings.add('window', () => mainWindow.stop());
  return mainWindow;
}

/** Shows the window again when the app is started again, or clicked in the dock. */
export function showOnDemand(
  { app, logger, quitter }: Desktop,
  mainWindow: MainWindow,
  furtherStarts: FurtherStarts,
): void {
  furtherStarts.answer((wishes) => {
    const { isHidden, route } = wishes;
    quitter.thenRestart(() => startAgain({ app, argv: process.argv, env: process.env }, wishes));
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
