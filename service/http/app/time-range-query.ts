/** The query parameters that name channels and a stretch of time: `channel`, `from`, `to`, and whole numbers. */
import { type ChannelRef, channelPath, MAX_HISTORY_CHANNELS, parseChannelPath } from '../../contract/index.ts';
import { invalidFields, type MensuraError } from '../../support/errors.ts';

/** How long a stretch is when `from` is left out, in milliseconds. */
const HOUR_MS = 3_600_000;

/** The latest moment that a JavaScript date can have, in milliseconds since 1970; the earliest is as far before. */
export const MAX_TIMESTAMP_MS = 8.64e15;

/** A date, or a date and a time with its zone: without one a moment would depend on where the service runs. */
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

const WHOLE = /^-?\d{1,16}$/;

const MOMENT_WORDS =
  'must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z';

function wrong(path: string, message: string): MensuraError {
  return invalidFields([{ path, message }]);
}

/** The parameters of a request's target. */
export function queryOf(target: string): URLSearchParams {
  return new URL(target, 'http://localhost').searchParams;
}

/**
 * The one value of a parameter; undefined where it is left out.
 * @throws MensuraError `bad-request` where it is given twice
 */
export function singleParameter(query: URLSearchParams, name: string): string | undefined {
  const [first, ...others] = query.getAll(name);
  if (others.length > 0) throw wrong(name, 'must be given only once');
  return first;
}

/** NaN where there is no such moment. */
function parseIso(text: string): number {
  // The 30th of February would be taken for the 2nd of March.
  const day = text.slice(0, 10);
  const isDay = ISO.test(text) && new Date(Date.parse(day)).getUTCDate() === Number(day.slice(-2));
  return isDay ? Date.parse(text) : Number.NaN;
}

function momentOf(text: string): number | undefined {
  const at = WHOLE.test(text) ? Number(text) : parseIso(text);
  return Math.abs(at) <= MAX_TIMESTAMP_MS ? at : undefined;
}

function moment(query: URLSearchParams, name: string): number | undefined {
  const text = singleParameter(query, name);
  if (text === undefined) return undefined;
  const found = momentOf(text);
  if (found === undefined) throw wrong(name, MOMENT_WORDS);
  return found;
}

/**
 * The stretch [from, to) in milliseconds since 1970.
 * @param end `to` where it is left out
 * @param length from `from` to `to` where `from` is left out, in milliseconds
 * @throws MensuraError `bad-request` naming the parameter that is wrong
 */
export function parseTimeRange(query: URLSearchParams, end: number, length = HOUR_MS): { from: number; to: number } {
  const to = moment(query, 'to') ?? end;
  const from = moment(query, 'from') ?? Math.max(-MAX_TIMESTAMP_MS, to - length);
  if (from >= to) throw wrong('from', 'must be before to');
  return { from, to };
}

/** @throws MensuraError `bad-request` where it is no whole number within the bounds */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  { min, max, otherwise }: { min: number; max: number; otherwise: number },
): number {
  const text = singleParameter(query, name);
  if (text === undefined) return otherwise;
  const value = WHOLE.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw wrong(name, `must be a whole number from ${min} to ${max}`);
  return value;
}

/**
 * The channels, each once, in the order they are named.
 * @throws MensuraError `bad-request` naming the one that is malformed, or for none or too many
 */
export function channelsOf(query: URLSearchParams): ChannelRef[] {
  const channels = query.getAll('channel').map(channelOf);
  if (channels.length === 0)
    throw wrong('channel', 'is missing; use family/serial/channel, such as usb/E24638/temperature');
  // One channel can be written in several ways.
  const each = new Map(channels.map((channel) => [channelPath(channel), channel]));
  if (each.size > MAX_HISTORY_CHANNELS)
    throw wrong('channel', `must be given at most ${MAX_HISTORY_CHANNELS} times, got ${each.size}`);
  return [...each.values()];
}

function channelOf(path: string): ChannelRef {
  const channel = parseChannelPath(path);
  if (channel) return channel;
  const shown = path.length > 300 ? `${path.slice(0, 300)}...` : path;
  throw wrong('channel', `must be family/serial/channel, such as usb/E24638/temperature, got "${shown}"`);
}

/**
 * The parameters that are given must be known: one that is misspelt would be passed over in silence.
 * @throws MensuraError `bad-request` naming those that are not
 */
export function requireKnownParameters(query: URLSearchParams, names: readonly string[]): void {
  const strangers = [...new Set(query.keys())].filter((name) => !names.includes(name));
  if (strangers.length > 0) throw invalidFields(strangers.map((path) => ({ path, message: 'unknown parameter' })));
}
