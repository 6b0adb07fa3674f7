import { hostname } from 'node:os';
import type { AlarmManager } from '../alarms/manager.ts';
import type { Registry } from '../devices/registry.ts';
import type { History } from '../history/history.ts';
import { NotificationManager } from '../notifications/manager.ts';
import { MessageComposer } from '../notifications/message-composer.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import { createReadingTexts, type ReadingTextsOptions } from './reading-texts.ts';
import type { Stores } from './stores.ts';

export interface NotificationsOptions extends ReadingTextsOptions {
  /** Already read. */
  stores: Stores;
  registry: Registry;
  alarms: AlarmManager;
  history: Pick<History, 'query'>;
  /** The base address; empty before the service is started. */
  url(): string;
  clock: Clock;
  logger: Logger;
}

export function createNotifications(options: NotificationsOptions): NotificationManager {
  const { stores, registry, alarms, history, url, clock } = options;
  const logger = options.logger.child('notifications');
  return new NotificationManager({
    store: stores.destinations,
    vault: stores.secrets,
    queue: alarms.notifications,
    composer: new MessageComposer({
      texts: createReadingTexts(options),
      history,
      alarms,
      installation: hostname(),
      link: () => `${url()}/#/alarms`,
      clock,
      logger,
    }),
    clock,
    logger,
    raise: (report) => registry.raise(report),
    clear: (report) => registry.clear(report),
  });
}
