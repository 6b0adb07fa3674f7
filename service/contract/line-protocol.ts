/**
 * Writes lines of the line protocol: https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/. Pure.
 * All parts that do not change from one sample set to the next are escaped once. Shared with the window, which shows
 * how much a database would get.
 */
import { type OWN_TAGS, parseDatabaseTag } from './database-rules.ts';

/** Ends a field value; a template literal writes a finite number as the specification's float. */
export interface LineReading {
  channel: string;
  /** Null or not finite: no field. */
  magnitude: number | null;
}

// oxlint-disable-next-line no-control-regex -- line breaks end a line, and other control characters confuse servers
const CONTROL = /[\u0000-\u001F\u007F]+/g;

/**
 * A text that the line protocol can have: control characters become spaces. A trailing backslash would escape the
 * character after the text, and the specification has no way to write one, so it is removed.
 */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(CONTROL, ' ')
    .trim()
    .replace(/[\\\s]+$/, '');
}

/** In a measurement, commas and spaces are escaped. */
function escapeMeasurement(name: string): string {
  return cleanText(name).replaceAll(/[, ]/g, String.raw`\$&`);
}

/** In tag names, tag values and field names, commas, equal signs and spaces are escaped. */
function escapeKey(text: string): string {
  return cleanText(text).replaceAll(/[,= ]/g, String.raw`\$&`);
}

/**
 * The start of every line of a device: measurement and tags, sorted by name as servers prefer. Tags with an empty
 * value are left out, because the protocol does not allow them.
 */
export function lineHead(measurement: string, tags: Readonly<Record<string, string>>): string {
  const written = Object.entries(tags)
    .map(([name, value]): [string, string] => [escapeKey(name), escapeKey(value)])
    .filter(([name, value]) => name !== '' && value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return escapeMeasurement(measurement) + written.map(([name, value]) => `,${name}=${value}`).join('');
}

/**
 * The start of every line of a device.
 * @param extra `name=value` each; the device's own tags take precedence
 */
export function deviceLineHead(
  measurement: string,
  extra: readonly string[],
  own: Readonly<Record<(typeof OWN_TAGS)[number], string>>,
): string {
  const tags = extra.map(parseDatabaseTag).map(({ name, value }) => [name, value] as const);
  return lineHead(measurement, { ...Object.fromEntries(tags), ...own });
}

/** The fields of a channel: a mean has three more. */
export function lineReadings({
  channel,
  magnitude,
  spread,
}: LineReading & { spread?: { minimum: number; maximum: number; count: number } | undefined }): LineReading[] {
  if (!spread) return [{ channel, magnitude }];
  const { minimum, maximum, count } = spread;
  return [
    { channel, magnitude },
    { channel: `${channel}_min`, magnitude: minimum },
    { channel: `${channel}_max`, magnitude: maximum },
    { channel: `${channel}_count`, magnitude: count },
  ];
}

/** The names of fields are escaped once each. */
const fieldNames = new Map<string, string>();

/** Channel names come from the product catalogue and from users; enough for all of them. */
const MAX_FIELD_NAMES = 10_000;

function fieldName(channel: string): string {
  const known = fieldNames.get(channel);
  if (known !== undefined) return known;
  const name = escapeKey(channel);
  if (fieldNames.size < MAX_FIELD_NAMES) fieldNames.set(channel, name);
  return name;
}

/**
 * One line without a line break.
 * @param head of `lineHead`
 * @param at milliseconds since 1970
 * @returns undefined if no reading has a value
 */
export function formatLine(head: string, readings: readonly LineReading[], at: number): string | undefined {
  let fields = '';
  for (const { channel, magnitude } of readings) {
    if (magnitude === null || !Number.isFinite(magnitude)) continue;
    // A number without suffix is a float in the line protocol, also without a decimal point.
    fields += `${fields === '' ? ' ' : ','}${fieldName(channel)}=${magnitude}`;
  }
  return fields === '' ? undefined : `${head}${fields} ${Math.round(at)}`;
}
