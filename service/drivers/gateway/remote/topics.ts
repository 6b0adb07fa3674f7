/** The topics to subscribe to under a prefix, and their meaning (docs/mqtt.md). */
import { clientTopics, deviceTopics, identifierError, levelText } from '../../../contract/index.ts';
import { MAX_TOPIC } from './limits.ts';

/** A parsed topic. The prefix is the remote's own: the levels that matched the pattern. */
export type RemoteTopic =
  | { prefix: string; serial: undefined; kind: 'status' | 'about' }
  | { prefix: string; serial: string; kind: 'info' | 'status' | 'measurement' };

/** The topic filters. Without the channels' own topics, because `measurement` has the same readings. */
export function filtersOf(prefix: string): string[] {
  const { status, about } = clientTopics(prefix);
  // A serial number "+" would be percent-encoded, so the wildcard is appended to an empty one.
  const device = deviceTopics(prefix, '');
  const ofEach = [device.info, device.status, device.measurement];
  return [status, about, ...ofEach.map((topic) => `${prefix}/+${topic.slice(prefix.length + 1)}`)];
}

/**
 * Creates a parser for topics that match a prefix's filters.
 * @returns undefined for a topic that Mensura does not publish
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

/** Index of the slash after the first levels; -1 if there is none. */
function endOfLevels(topic: string, levels: number): number {
  let end = -1;
  for (let level = 0; level < levels; level += 1) {
    end = topic.indexOf('/', end + 1);
    if (end === -1) return -1;
  }
  return end;
}

/** The serial number of a topic level; undefined if no serial number is encoded so. */
function serialOf(level: string): string | undefined {
  const serial = levelText(level);
  return serial !== undefined && !identifierError(serial) ? serial : undefined;
}
