/** Query parameters for channels, a range and whole numbers: in the OpenAPI document, and in a request. */
import type * as z from 'zod';
import {
  type ChannelRef,
  channelPath,
  fieldsOf,
  MAX_HISTORY_CHANNELS,
  parseChannelPath,
} from '../../contract/index.ts';
import { invalidFields, type MensuraError } from '../../support/errors.ts';
import { type Parameter, queryParameter } from '../openapi/operation.ts';
import { checkBody } from '../routing/strict-json.ts';

/** @param whenLeftOut the defaults, as sentences */
export function timeRangeParameters(whenLeftOut: { from: string; to: string }): Parameter[] {
  const timestamp = (name: string, description: string): Parameter =>
    queryParameter(name, `${description} ISO 8601 with a time zone, or milliseconds since 1970.`, {
      type: 'string',
      example: '2026-11-20T14:45:12.318Z',
    });
  return [
    timestamp('from', `Start of the range. ${whenLeftOut.from}`),
    timestamp('to', `End of the range, exclusive. ${whenLeftOut.to}`),
  ];
}

export const LAST_HOUR = timeRangeParameters({ from: 'Default: 1 hour before `to`.', to: 'Default: now.' });

export const CHANNELS: Parameter = {
  name: 'channel',
  in: 'query',
  required: true,
  description: `\`family/serial/channel\`, each part percent-encoded. Repeat it for up to ${MAX_HISTORY_CHANNELS} channels.`,
  schema: { type: 'array', items: { type: 'string', example: 'usb/E24638/temperature' } },
};

/** Default length of a range, in milliseconds. */
const HOUR_MS = 3_600_000;

/** The latest time of a JavaScript date, in milliseconds since 1970; the earliest is its negative. */
export const MAX_TIMESTAMP_MS = 8.64e15;

/** A date, or a date and time with a zone: without one, the time would depend on the zone of the service. */
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

const WHOLE = /^-?\d{1,16}$/;

const TIMESTAMP_RULE =
  'must be a time: milliseconds since 1970, or ISO 8601 with a time zone, such as 2026-11-20T14:45:12.318Z';

function wrong(path: string, message: string): MensuraError {
  return invalidFields([{ path, message }]);
}

export function queryOf(target: string): URLSearchParams {
  return new URL(target, 'http://localhost').searchParams;
}

/**
 * The single value of a parameter; undefined if omitted.
 * @throws MensuraError `bad-request` if it is repeated
 */
export function singleParameter(query: URLSearchParams, name: string): string | undefined {
  const [first, ...others] = query.getAll(name);
  if (others.length > 0) throw wrong(name, 'must be given only once');
  return first;
}

const DECIMAL = /^\d{1,15}(?:\.\d{1,15})?$/;

/**
 * The parameters that a schema has. Declared fields may be numbers, and lists separated by commas.
 * @throws MensuraError `bad-request` naming the invalid parameter
 */
export function parametersOf<Schema extends z.ZodObject>(query: URLSearchParams, schema: Schema): z.infer<Schema> {
  const kinds = new Map(fieldsOf(schema).map(({ path, kind }) => [path, kind]));
  const given = Object.keys(schema.shape).flatMap((name): [string, unknown][] => {
    const text = singleParameter(query, name);
    if (text === undefined) return [];
    if (kinds.get(name) === 'list') return [[name, text.split(',')]];
    return [[name, kinds.get(name) === 'number' && DECIMAL.test(text) ? Number(text) : text]];
  });
  return checkBody(schema, { value: Object.fromEntries(given), problem: undefined });
}

/** NaN for an invalid time. */
function parseIso(text: string): number {
  // Date.parse would accept February 30 as March 2.
  const day = text.slice(0, 10);
  const isDay = ISO.test(text) && new Date(Date.parse(day)).getUTCDate() === Number(day.slice(-2));
  return isDay ? Date.parse(text) : Number.NaN;
}

function parseTimestamp(text: string): number | undefined {
  const at = WHOLE.test(text) ? Number(text) : parseIso(text);
  return Math.abs(at) <= MAX_TIMESTAMP_MS ? at : undefined;
}

function timestampOf(query: URLSearchParams, name: string): number | undefined {
  const text = singleParameter(query, name);
  if (text === undefined) return undefined;
  const found = parseTimestamp(text);
  if (found === undefined) throw wrong(name, TIMESTAMP_RULE);
  return found;
}

/**
 * The range [from, to) in milliseconds since 1970.
 * @param end default of `to`
 * @param length default of `to` minus `from`, in milliseconds
 * @throws MensuraError `bad-request` naming the invalid parameter
 */
export function parseTimeRange(query: URLSearchParams, end: number, length = HOUR_MS): { from: number; to: number } {
  const to = timestampOf(query, 'to') ?? end;
  const from = timestampOf(query, 'from') ?? Math.max(-MAX_TIMESTAMP_MS, to - length);
  if (from >= to) throw wrong('from', 'must be before to');
  return { from, to };
}

/** @throws MensuraError `bad-request` if it is not a whole number in the range */
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
 * The channels without duplicates, in the requested order.
 * @throws MensuraError `bad-request` for an invalid one, for none or for too many
 */
export function channelsOf(query: URLSearchParams): ChannelRef[] {
  const channels = query.getAll('channel').map(channelOf);
  if (channels.length === 0)
    throw wrong('channel', 'is missing; use family/serial/channel, such as usb/E24638/temperature');
  // Percent-encoding allows several spellings of one channel.
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
 * Refuses unknown parameters, which would otherwise hide a typing error.
 * @throws MensuraError `bad-request` naming them
 */
export function requireKnownParameters(query: URLSearchParams, names: readonly string[]): void {
  const strangers = [...new Set(query.keys())].filter((name) => !names.includes(name));
  if (strangers.length > 0) throw invalidFields(strangers.map((path) => ({ path, message: 'unknown parameter' })));
}
