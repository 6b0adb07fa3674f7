/** How an MQTT client is described in words. */
import type { MqttClientFields, MqttClientView, MqttState } from '../../../service/contract/index.ts';
import type { Badge } from '../devices/words.ts';
import { formatCount } from '../format/numbers.ts';

export const VERSION_WORDS: Readonly<Record<MqttClientFields['protocol_version'], string>> = {
  3: 'MQTT 3.1',
  4: 'MQTT 3.1.1',
  5: 'MQTT 5.0',
};

/** Host and port as one text; an IPv6 address in its brackets. */
export function brokerAddress({ host, port }: { host: string; port: number | string }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** How it speaks with its broker. */
export function protocolWords({ protocol_version, ssl }: Pick<MqttClientView, 'protocol_version' | 'ssl'>): string {
  return ssl ? `${VERSION_WORDS[protocol_version]} · TLS` : VERSION_WORDS[protocol_version];
}

/** Whole seconds until a moment, `now` as the service tells it; 0 when it has come, undefined where there is none. */
export function secondsUntil(moment: string | null, now: number): number | undefined {
  return moment === null ? undefined : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
}

const STATES: Readonly<Record<MqttState, Badge>> = {
  online: { word: 'Online', tone: 'good' },
  connecting: { word: 'Connecting', tone: 'plain' },
  waiting: { word: 'Retrying', tone: 'warning' },
  failed: { word: 'Failed', tone: 'bad' },
  idle: { word: 'Stopped', tone: 'warning' },
};

/**
 * Its state in a word.
 * @param now the service's time, in milliseconds since 1970
 */
export function clientBadge({ advanced, status }: Pick<MqttClientView, 'advanced' | 'status'>, now: number): Badge {
  if (!advanced.enabled) return { word: 'Off', tone: 'plain' };
  if (status.error?.code === 'password-needed') return { word: 'Password needed', tone: 'bad' };
  const seconds = status.state === 'waiting' ? secondsUntil(status.next_retry, now) : undefined;
  return seconds ? { word: `Retry in ${formatCount(seconds)} s`, tone: 'warning' } : STATES[status.state];
}

/** What the state is called where it changes nothing that a second passes: for screen readers. */
export function stateWord(view: Pick<MqttClientView, 'advanced' | 'status'>): string {
  return view.advanced.enabled && view.status.state === 'waiting' ? 'Waiting to retry' : clientBadge(view, 0).word;
}

export interface ClientsSummary {
  tone: 'good' | 'warning' | 'idle';
  words: string;
}

/** How all clients fare together; null where there are none. Those that are switched off do not count as missing. */
export function clientsSummary(clients: readonly MqttClientView[]): ClientsSummary | null {
  if (clients.length === 0) return null;
  const enabled = clients.filter(({ advanced }) => advanced.enabled);
  if (enabled.length === 0) return { tone: 'idle', words: 'MQTT off' };
  const online = enabled.filter(({ status }) => status.state === 'online').length;
  return {
    tone: online === enabled.length ? 'good' : 'warning',
    words: `MQTT ${formatCount(online)} of ${formatCount(enabled.length)} online`,
  };
}
