import { hostname } from 'node:os';
import type { AlarmManager } from '../alarms/manager.ts';
import type { ComputedManager } from '../computed/manager.ts';
import type { KnownDevices } from '../devices/known-devices.ts';
import type { Registry } from '../devices/registry.ts';
import type { History } from '../history/history.ts';
import { NotificationManager } from '../notifications/manager.ts';
import { MessageComposer } from '../notifications/message-composer.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Clock } from '../support/clock.ts';
import type { Logger } from '../support/logger.ts';
import type { Stores } from './stores.ts';

export interface NotificationsOptions {
  /** Already read. */
  stores: Stores;
  registry: Registry;
  known: Pick<KnownDevices, 'get'>;
  alarms: AlarmManager;
  computed: Pick<ComputedManager, 'list'>;
  settings: Pick<LiveSettings, 'get'>;
  history: Pick<History, 'query'>;
  /** The base address; empty before the service is started. */
  url(): string;
  clock: Clock;
  logger: Logger;
}

export function createNotifications(options: NotificationsOptions): NotificationManager {
  const { stores, registry, known, alarms, computed, settings, history, url, clock } = options;
  const logger = options.logger.child('notifications');
  return new NotificationManager({
    store: stores.destinations,
    vault: stores.secrets,
    queue: alarms.notifications,
    composer: new MessageComposer({
      // A disconnected device keeps its name.
      texts: {
        registry: { get: (key) => registry.get(key) ?? known.get(key) },
        names: stores.memory,
        settings,
        computed,
      },
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
