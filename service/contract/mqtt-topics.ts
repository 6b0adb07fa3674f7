/** The names of the topics that readings are published under: pure rules that service and GUI share (docs/mqtt.md). */

/** What MQTT forbids or brokers refuse in a topic that is published to. */
// oxlint-disable-next-line no-control-regex -- control characters are what must not be there
const FORBIDDEN = /[+#\u0000-\u001F\u007F-\u009F]/;

/**
 * What makes a text unfit as the first levels of a topic; undefined when it fits. Levels are parted by `/` (MQTT 5.0,
 * 4.7); a leading `$` is the broker's own.
 */
export function prefixProblem(prefix: string): string | undefined {
  if (prefix.startsWith('$')) return 'must not start with $, which is reserved for the broker';
  if (FORBIDDEN.test(prefix)) return 'must not contain +, # or control characters';
  if (!prefix.isWellFormed()) return 'has an invalid Unicode character';
  return prefix.split('/').includes('') ? 'must not start or end with / or contain //' : undefined;
}

/** Whether one prefix is the other, or its first levels: both would publish under the same topics. */
export function prefixesOverlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** What a topic level cannot hold, and the sign that the replacement uses. */
// oxlint-disable-next-line no-control-regex -- control characters are among what is replaced
const NOT_IN_LEVEL = /[%/+#\u0000-\u001F\u007F-\u009F]/g;

/** A text as one topic level: what a level cannot hold is percent-encoded (UTF-8). */
export function topicLevel(text: string): string {
  return text.toWellFormed().replaceAll(NOT_IN_LEVEL, encodeURIComponent);
}

/** Undoes `topicLevel`; undefined where no text is written so. */
export function levelText(level: string): string | undefined {
  if (!level.includes('%')) return topicLevel(level) === level ? level : undefined;
  try {
    const text = decodeURIComponent(level);
    return topicLevel(text) === level ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The topics about one client as a whole. */
export function clientTopics(prefix: string): { status: string; about: string } {
  return { status: `${prefix}/status`, about: `${prefix}/about` };
}

export interface DeviceTopics {
  /** One message per sampling moment. */
  measurement: string;
  /** Device and product, retained. */
  info: string;
  /** `online` or `offline`, retained. */
  status: string;
  /** All active alarms of the device, retained. */
  alarm: string;
  /** The topic of one channel, where the client's layout has them. */
  channel(name: string): string;
}

/** The topics of one device under a client's prefix. */
export function deviceTopics(prefix: string, serial: string): DeviceTopics {
  const base = `${prefix}/${topicLevel(serial)}`;
  return {
    measurement: `${base}/measurement`,
    info: `${base}/info`,
    status: `${base}/status`,
    alarm: `${base}/alarm`,
    channel: (name) => `${base}/channel/${topicLevel(name)}`,
  };
}
