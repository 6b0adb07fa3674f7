/** Topic names (docs/mqtt.md), shared by service and window. */

/** Characters that MQTT forbids or brokers refuse in a published topic. */
// oxlint-disable-next-line no-control-regex -- control characters are what must not be there
const FORBIDDEN = /[+#\u0000-\u001F\u007F-\u009F]/;

/**
 * Returns the error of a topic prefix; undefined if it is valid. Levels are separated by `/` (MQTT 5.0, 4.7); a leading
 * `$` is reserved for the broker.
 */
export function prefixError(prefix: string): string | undefined {
  if (prefix.startsWith('$')) return 'must not start with $, which is reserved for the broker';
  if (FORBIDDEN.test(prefix)) return 'must not contain +, # or control characters';
  if (!prefix.isWellFormed()) return 'has an invalid Unicode character';
  return prefix.split('/').includes('') ? 'must not start or end with / or contain //' : undefined;
}

/** Whether two prefixes lead to common topics: one equals the other or its first levels. */
export function prefixesOverlap(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** Characters that a level cannot have, and the escape character. */
// oxlint-disable-next-line no-control-regex -- control characters are among what is replaced
const NOT_IN_LEVEL = /[%/+#\u0000-\u001F\u007F-\u009F]/g;

/** A text as one topic level; invalid characters are percent-encoded (UTF-8). */
export function topicLevel(text: string): string {
  return text.toWellFormed().replaceAll(NOT_IN_LEVEL, encodeURIComponent);
}

/** The reverse of `topicLevel`; undefined for another text. */
export function levelText(level: string): string | undefined {
  if (!level.includes('%')) return topicLevel(level) === level ? level : undefined;
  try {
    const text = decodeURIComponent(level);
    return topicLevel(text) === level ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Topics of a client as a whole. */
export function clientTopics(prefix: string): { status: string; about: string } {
  return { status: `${prefix}/status`, about: `${prefix}/about` };
}

export interface DeviceTopics {
  /** One message per sample set. */
  measurement: string;
  /** Device and product, retained. */
  info: string;
  /** `online` or `offline`, retained. */
  status: string;
  /** All active alarms of the device, retained. */
  alarm: string;
  /** The topic of one channel, if the layout of the client has one. */
  channel(name: string): string;
}

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
