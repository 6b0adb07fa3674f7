import type { GatewayState } from '../../../service/contract/index.ts';
import type { Badge } from '../devices/labels.ts';
import { formatCount } from '../format/numbers.ts';

/** How an entry fares, as far as its badge goes. */
export interface ConnectionHealth {
  enabled: boolean;
  /** MQTT clients have the same states. */
  state: GatewayState;
  /** When it is tried again; null where that is not planned. */
  next_retry: string | null;
}

/** Whole seconds until a moment, `now` as the service tells it; 0 when it has come, undefined where there is none. */
export function secondsUntil(moment: string | null, now: number): number | undefined {
  return moment === null ? undefined : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
}

const STATES: Readonly<Record<ConnectionHealth['state'], Badge>> = {
  online: { word: 'Connected', tone: 'good' },
  connecting: { word: 'Connecting', tone: 'plain' },
  waiting: { word: 'Waiting to retry', tone: 'warning' },
  failed: { word: 'Failed', tone: 'bad' },
  idle: { word: 'Disconnected', tone: 'warning' },
};

/**
 * The state in a word.
 * @param now the service's time, in milliseconds since 1970
 */
export function healthBadge({ enabled, state, next_retry }: ConnectionHealth, now: number): Badge {
  if (!enabled) return { word: 'Disabled', tone: 'plain' };
  const seconds = state === 'waiting' ? secondsUntil(next_retry, now) : undefined;
  return seconds ? { word: `Retrying in ${formatCount(seconds)} s`, tone: 'warning' } : STATES[state];
}

/** What the state is called where it changes nothing that a second passes: for screen readers. */
export function healthLabel(fare: ConnectionHealth): string {
  return isCountingDown(fare) ? 'Waiting to retry' : healthBadge(fare, 0).word;
}

/** Whether the badge says something else each second. */
export function isCountingDown({ enabled, state }: ConnectionHealth): boolean {
  return enabled && state === 'waiting';
}

/** What happens by itself: a sentence, undefined where nothing is planned. */
export function formatNextRetry(nextRetry: string | null, now: number): string | undefined {
  const seconds = secondsUntil(nextRetry, now);
  if (seconds === undefined) return undefined;
  return seconds > 0 ? `Retrying in ${formatCount(seconds)} s.` : 'Retrying now…';
}

export interface FareSummary {
  tone: 'good' | 'warning' | 'idle';
  words: string;
  /** What follows them where there is room. */
  rest: string;
}

export interface SummaryWords {
  /** Where all are switched off. */
  off: string;
  /** @param online of those that are not switched off @param enabled those that are not, as counts in words */
  some: (online: string, enabled: string) => string;
}

/** How all entries fare together; null where there are none. Those that are switched off do not count as missing. */
export function healthSummary(fares: readonly ConnectionHealth[], words: SummaryWords): FareSummary | null {
  if (fares.length === 0) return null;
  const enabled = fares.filter((fare) => fare.enabled);
  if (enabled.length === 0) return { tone: 'idle', words: words.off, rest: '' };
  const online = enabled.filter(({ state }) => state === 'online').length;
  return {
    tone: online === enabled.length ? 'good' : 'warning',
    words: words.some(formatCount(online), formatCount(enabled.length)),
    rest: ' connected',
  };
}
