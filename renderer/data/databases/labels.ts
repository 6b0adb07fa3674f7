import type { DatabaseFields, DatabaseView } from '../../../service/contract/index.ts';
import {
  type ConnectionHealth,
  type HealthSummary,
  healthBadge,
  healthLabel,
  healthSummary,
} from '../config-items/labels.ts';
import type { Badge } from '../devices/labels.ts';

/** Host and port of the server, as typed: `localhost:8086`. */
export function serverWords({ url }: Pick<DatabaseFields, 'url'>): string {
  return url.replace(/^https?:\/\//i, '').replace(/[/?].*$/, '');
}

type Faring = Pick<DatabaseView, 'config' | 'status'>;

export function databaseHealth({ config, status }: Faring): ConnectionHealth {
  return { enabled: config.enabled, state: status.state, next_retry: status.next_retry };
}

/** @param now time of the service, in milliseconds since 1970 */
export function databaseBadge(database: Faring, now: number): Badge {
  const { config, status } = database;
  if (config.enabled && status.error?.code === 'secret-needed') {
    return { word: config.username === '' ? 'Token required' : 'Password required', tone: 'bad' };
  }
  return healthBadge(databaseHealth(database), now);
}

/** Does not change every second: for screen readers. */
export function databaseLabel(database: Faring): string {
  const isWaiting = database.config.enabled && database.status.state === 'waiting';
  return isWaiting ? healthLabel(databaseHealth(database)) : databaseBadge(database, 0).word;
}

/** Null without databases. */
export function databasesSummary(databases: readonly DatabaseView[]): HealthSummary | null {
  return healthSummary('Databases', databases.map(databaseHealth));
}
