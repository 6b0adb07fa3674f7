import { join } from 'node:path';
import type { Service } from '../../service/service.ts';
import { errorText } from '../../service/support/errors.ts';
import { AlarmNotifications } from '../alarm-notifications.ts';
import { alarmsPath, describeAlarm } from '../describe-alarm.ts';
import type { MainWindow } from '../main-window.ts';
import { Notifier } from '../notifier.ts';
import { pinnedValues } from '../pinned-values.ts';
import { ProblemNotifications } from '../problem-notifications.ts';
import { ALARMS_ROUTE, deviceRoute } from '../routes.ts';
import { StatusTray } from '../tray.ts';
import type { Desktop } from './desktop.ts';
import { copyServiceAddress } from './menu.ts';

/** Starts the tray icon, only in the process that hosts the service. */
export function setUpTray(desktop: Desktop, service: Service, mainWindow: MainWindow): void {
  const { shellDir, logger, endings, quitter } = desktop;
  const tray = new StatusTray({
    registry: service.registry,
    alarms: service.alarms,
    describeAlarm: (alarm) => describeAlarm(alarm, service),
    openAlarm: ({ id }) => void mainWindow.showAt(`${ALARMS_ROUTE}/${encodeURIComponent(id)}`),
    pinned: () => pinnedValues(service),
    openPinned: ({ channel }) => void mainWindow.showAt(deviceRoute(channel)),
    iconDir: join(shellDir, 'icons'),
    logger,
    openWindow: () => void mainWindow.show(),
    copyAddress: () => void copyServiceAddress(desktop),
    keepsRunning: () => service.settings.get().keep_running,
    setKeepRunning: (isOn) => {
      service.settings
        .patch({ keep_running: isOn })
        .catch((error: unknown) => logger.error(`cannot save the setting: ${errorText(error)}`))
        .finally(() => tray.refresh());
    },
    quit: () => void quitter.request('tray'),
  });
  const end = service.settings.events.on('changed', () => tray.refresh());
  endings.add('tray', () => {
    end();
    tray.stop();
  });
  tray.start();
}

/** Starts notifications of alarms and problems, only in the process that hosts the service. */
export function setUpNotifications(desktop: Desktop, service: Service, mainWindow: MainWindow): void {
  const { logger, endings, shellDir } = desktop;
  const notifier = new Notifier({ icon: join(shellDir, 'icons', 'icon-256.png'), logger });
  if (!notifier.isSupported()) {
    logger.info('notifications not supported; alarms appear in the tray and the window');
    return;
  }
  const alarms = new AlarmNotifications({
    alarms: service.alarms,
    describe: (alarm) => describeAlarm(alarm, service),
    notifier,
    open: (begun) => void mainWindow.showAt(alarmsPath(begun, service)),
  });
  const problems = new ProblemNotifications({
    registry: service.registry,
    notifier,
    isWatched: () => mainWindow.window?.isFocused() ?? false,
    open: (route) => void mainWindow.showAt(route),
    now: () => performance.now(),
  });
  endings.add('notifications', () => {
    alarms.stop();
    problems.stop();
    notifier.stop();
  });
  alarms.start();
  problems.start();
}
