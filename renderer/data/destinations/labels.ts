import type { DestinationFields, DestinationView } from '../../../service/contract/index.ts';
import {
  type ConnectionHealth,
  type HealthSummary,
  healthBadge,
  healthLabel,
  healthSummary,
} from '../config-items/labels.ts';
import type { Badge } from '../devices/labels.ts';
import { formatMinute } from '../format/numbers.ts';

type Addressed = Pick<DestinationFields, 'kind' | 'url' | 'topic' | 'to'>;

/** Where notifications arrive: `lab@example.com, 2 more`, `ntfy.sh/plant`, `hooks.example`. */
export function targetWords({ kind, url, topic, to }: Addressed): string {
  if (kind === 'email') {
    const more = to.length - 1;
    return more > 0 ? `${to[0]}, ${more} more` : (to[0] ?? '');
  }
  const server = url.replace(/^https?:\/\//i, '').replace(/[/?].*$/, '');
  return kind === 'ntfy' ? `${server}/${topic}` : server;
}

type Faring = Pick<DestinationView, 'config' | 'status' | 'token_set'>;

/** A destination has no lasting connection: one that delivers is in good health. */
export function destinationHealth({ config, status }: Pick<Faring, 'config' | 'status'>): ConnectionHealth {
  const state = status.state === 'ready' ? 'online' : status.state;
  return { enabled: config.enabled, state, next_retry: status.next_retry };
}

/** The secret that a destination sends first, as its field is called. */
export function secretOf({ config, token_set }: Pick<Faring, 'config' | 'token_set'>): {
  name: 'password' | 'token' | 'signing_key';
  word: string;
} {
  if (config.kind === 'email') return { name: 'password', word: 'password' };
  const isSigned = config.kind === 'webhook' && !token_set;
  return isSigned ? { name: 'signing_key', word: 'signing key' } : { name: 'token', word: 'token' };
}

/** @param now time of the service, in milliseconds since 1970 */
export function destinationBadge(destination: Faring, now: number): Badge {
  const { config, status } = destination;
  if (!config.enabled || status.state !== 'ready') {
    if (!config.enabled || status.error?.code !== 'secret-needed')
      return healthBadge(destinationHealth(destination), now);
    const { word } = secretOf(destination);
    return { word: `${word.charAt(0).toUpperCase()}${word.slice(1)} required`, tone: 'bad' };
  }
  if (status.held_until === null) return { word: 'Ready', tone: 'good' };
  return { word: `Held until ${formatMinute(Date.parse(status.held_until))}`, tone: 'plain' };
}

/** Does not change every second: for screen readers. */
export function destinationLabel(destination: Faring): string {
  const isWaiting = destination.config.enabled && destination.status.state === 'waiting';
  return isWaiting ? healthLabel(destinationHealth(destination)) : destinationBadge(destination, 0).word;
}

/** `ready since 14:45`, `disabled` */
export function describeDestination({ config, status }: Pick<Faring, 'config' | 'status'>): string {
  if (!config.enabled) return 'disabled';
  const word = status.state === 'ready' ? 'ready' : 'not delivering';
  return `${word} since ${formatMinute(Date.parse(status.since))}`;
}

/** Null without destinations. */
export function destinationsSummary(destinations: readonly DestinationView[]): HealthSummary | null {
  return healthSummary('Notifications', destinations.map(destinationHealth), 'ready');
}
