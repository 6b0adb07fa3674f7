/** Starts the service and shows it: the shell's composition root. */
import { join } from 'node:path';
import { type App, dialog } from 'electron';
import { RELEASE_TEXT } from '../service/contract/index.ts';
import { createLogging } from '../service/settings/logging.ts';
import type { ServiceOptions } from '../service/settings/options.ts';
import { Endings } from './endings.ts';
import { Quitter } from './quit.ts';
import { ServiceHost } from './service-host.ts';
import {
  type Desktop,
  guardPages,
  makeWindow,
  offerMenu,
  offerNotifications,
  offerTray,
  showOnDemand,
} from './setup.ts';
import { handleUnexpectedErrors } from './unexpected-errors.ts';

export interface DesktopSurroundings {
  app: App;
  /** The folder of the built shell, `dist/electron`. */
  shellDir: string;
}

/**
 * Starts the service, then everything that shows it.
 * @throws MensuraError when the service cannot start
 */
export async function startDesktop(options: ServiceOptions, { app, shellDir }: DesktopSurroundings): Promise<void> {
  const logging = createLogging(options);
  const logger = logging.logger.child('desktop');
  const endings = new Endings(logger);
  endings.add('log', () => logging.stop());
  const quitter = new Quitter({ app, process, logger, stop: () => endings.run() });
  quitter.start();
  handleUnexpectedErrors({ process, logger, show: options.headless ? () => {} : showUnexpectedError });

  const dist = join(shellDir, '..');
  const host = new ServiceHost({
    options,
    logger: logging.logger,
    log: logging,
    rendererDir: join(dist, 'renderer'),
    udevRule: join(dist, 'udev/70-mensura.rules'),
  });
  endings.add('service', () => host.stop());
  try {
    await host.start();
  } catch (error) {
    // Stopped while it started: nothing failed, the user or the system wanted it so.
    if (quitter.isQuitting) return;
    quitter.stop();
    await endings.run();
    throw error;
  }
  const { url, service } = host;
  if (service) logging.start();
  process.stdout.write(`Mensura ${RELEASE_TEXT} is ready: ${url}\n`);
  if (options.headless) return;

  const desktop: Desktop = { app, shellDir, url, service, logger, endings, quitter };
  await guardPages(desktop);
  const mainWindow = makeWindow(desktop);
  showOnDemand(desktop, mainWindow);
  offerMenu(desktop, mainWindow);
  offerTray(desktop, mainWindow);
  offerNotifications(desktop, mainWindow);
  await mainWindow.show();
}

function showUnexpectedError(text: string): void {
  void dialog.showMessageBox({
    type: 'error',
    title: 'Mensura',
    message: 'Something unexpected happened in Mensura',
    detail: `${text}\n\nIt goes on measuring as far as it can. Start it again when that suits you; the log has the details.`,
  });
}
