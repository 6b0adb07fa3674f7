import type { GatewayState } from '../../../service/contract/index.ts';
import type { Badge } from '../devices/labels.ts';
import { formatCount, formatMinute } from '../format/numbers.ts';

/** Input of the status badge. */
export interface ConnectionHealth {
  enabled: boolean;
  /** MQTT clients have the same states. */
  state: GatewayState;
  /** Null without a planned attempt. */
  next_retry: string | null;
}

/** Whole seconds; 0 if the time has passed, undefined without a time. */
export function secondsUntil(timestamp: string | null, now: number): number | undefined {
  return timestamp === null ? undefined : Math.max(0, Math.ceil((Date.parse(timestamp) - now) / 1000));
}

const STATES: Readonly<Record<ConnectionHealth['state'], Badge>> = {
  online: { word: 'Connected', tone: 'good' },
  connecting: { word: 'Connecting', tone: 'plain' },
  waiting: { word: 'Waiting to retry', tone: 'warning' },
  failed: { word: 'Failed', tone: 'bad' },
  idle: { word: 'Disconnected', tone: 'warning' },
};

/** @param now time of the service, in milliseconds since 1970 */
export function healthBadge({ enabled, state, next_retry }: ConnectionHealth, now: number): Badge {
  if (!enabled) return { word: 'Disabled', tone: 'plain' };
  const seconds = state === 'waiting' ? secondsUntil(next_retry, now) : undefined;
  return seconds ? { word: `Retrying in ${formatCount(seconds)} s`, tone: 'warning' } : STATES[state];
}

/** Does not change every second: for screen readers. */
export function healthLabel(health: ConnectionHealth): string {
  return isCountingDown(health) ? 'Waiting to retry' : healthBadge(health, 0).word;
}

/** Whether the badge changes every second. */
export function isCountingDown({ enabled, state }: ConnectionHealth): boolean {
  return enabled && state === 'waiting';
}

/** `connected since 14:45` @param since timestamp of the state */
export function describeHealth({ enabled, state }: ConnectionHealth, since: string): string {
  if (enabled && state === 'connecting') return 'connecting';
  const word = !enabled ? 'disabled' : state === 'online' ? 'connected' : 'disconnected';
  return `${word} since ${formatMinute(Date.parse(since))}`;
}

/** Undefined without a planned attempt. */
export function formatNextRetry(nextRetry: string | null, now: number): string | undefined {
  const seconds = secondsUntil(nextRetry, now);
  if (seconds === undefined) return undefined;
  return seconds > 0 ? `Retrying in ${formatCount(seconds)} s.` : 'Retrying now…';
}

export interface HealthSummary {
  tone: 'good' | 'warning' | 'idle';
  text: string;
  /** Hidden in narrow windows. */
  rest: string;
}

/** Null without entries. Disabled entries do not count. @param name "Gateways" @param word of the good ones */
export function healthSummary(
  name: string,
  healths: readonly ConnectionHealth[],
  word = 'connected',
): HealthSummary | null {
  if (healths.length === 0) return null;
  const enabled = healths.filter((health) => health.enabled);
  if (enabled.length === 0) return { tone: 'idle', text: `${name}: disabled`, rest: '' };
  const online = enabled.filter(({ state }) => state === 'online').length;
  return {
    tone: online === enabled.length ? 'good' : 'warning',
    text: `${name}: ${formatCount(online)} of ${formatCount(enabled.length)}`,
    rest: ` ${word}`,
  };
}
