/** Which topics are read under a prefix, and what each is about (docs/mqtt.md). */
import { clientTopics, deviceTopics, identifierError, levelText } from '../../../contract/index.ts';
import { MAX_TOPIC } from './limits.ts';

/** What a topic is about. The prefix is the remote's own: of a pattern, the levels that matched. */
export type RemoteTopic =
  | { prefix: string; serial: undefined; kind: 'status' | 'about' }
  | { prefix: string; serial: string; kind: 'info' | 'status' | 'measurement' };

/** The topics that are subscribed to: those of the channels are not, since `measurement` has the same. */
export function filtersOf(prefix: string): string[] {
  const { status, about } = clientTopics(prefix);
  // A serial of "+" is percent-encoded, so the wildcard is put where the serial is left out.
  const device = deviceTopics(prefix, '');
  const ofEach = [device.info, device.status, device.measurement];
  return [status, about, ...ofEach.map((topic) => `${prefix}/+${topic.slice(prefix.length + 1)}`)];
}

/**
 * Makes the reader of topics that match a prefix's filters.
 * @returns undefined for a topic that no Mensura publishes
 */
export function createTopicReader(pattern: string): (topic: string) => RemoteTopic | undefined {
  const levels = pattern.split('/').length;
  return (topic) => {
    if (topic.length > MAX_TOPIC) return undefined;
    const end = endOfLevels(topic, levels);
    if (end === -1) return undefined;
    const prefix = topic.slice(0, end);
    const slash = topic.indexOf('/', end + 1);
    if (slash === -1) {
      const kind = topic.slice(end + 1);
      return kind === 'status' || kind === 'about' ? { prefix, serial: undefined, kind } : undefined;
    }
    const kind = topic.slice(slash + 1);
    if (kind !== 'measurement' && kind !== 'info' && kind !== 'status') return undefined;
    const serial = serialOf(topic.slice(end + 1, slash));
    return serial === undefined ? undefined : { prefix, serial, kind };
  };
}

/** Where the slash after the first levels is; -1 when there is none. */
function endOfLevels(topic: string, levels: number): number {
  let end = -1;
  for (let level = 0; level < levels; level += 1) {
    end = topic.indexOf('/', end + 1);
    if (end === -1) return -1;
  }
  return end;
}

/** The serial number of a topic level; undefined when no serial is written so. */
function serialOf(level: string): string | undefined {
  const serial = levelText(level);
  return serial !== undefined && !identifierError(serial) ? serial : undefined;
}
