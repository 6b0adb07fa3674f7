/** Requests to one operation: right ones, nearly right ones, and ones that no client library would send. */
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import type { Api, Operation } from './api.ts';
import type { Delivery, FuzzRequest } from './delivery.ts';
import { type Hints, jsonTexts } from './json-texts.ts';
import { ODD_HEADERS, ODD_QUERY_VALUES, ODD_SEGMENTS, QUERY_NAMES } from './odd-words.ts';
import { SECRET } from './target.ts';

/** Nothing of this computer or of others is named by a body that is right. */
export const HINTS: Hints = {
  host: ['127.0.0.1', 'localhost', '[::1]'],
  password: [SECRET, '', `${SECRET}\u0000`],
  port: [9, 1, 0, 65_536],
  discovery: [false],
  identifier: ['lab', 'new', 'a b/c', 'ä'],
};

const BODY_LIMIT = 256 * 1024;

function targets(path: string, { described }: Operation, names: readonly string[]): fc.Arbitrary<string> {
  const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names.map(encodeURIComponent), 'lab', '1') },
    { weight: 3, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    },
  );
  const parts = path.split(/(\{\w+\})/).map((part) => {
    if (part === '{family}') return fc.constantFrom('usb', 'usb', 'gateway', 'serial', '__proto__');
    return part.startsWith('{') ? segment : fc.constant(part);
  });
  const known = (described.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const channels = names.slice(0, 3).map((name) => `usb/${name}/temperature`);
  const wanted = known.map((parameter) => parameter.name);
  // The right names oftener: a wrong one is refused before anything else is looked at.
  const name = fc.constantFrom(...wanted, ...wanted, ...wanted, ...wanted, ...QUERY_NAMES);
  const value = fc.constantFrom(...ODD_QUERY_VALUES, ...known.flatMap(({ schema }) => (schema.enum ?? []).map(String)));
  const strange = fc.array(fc.tuple(name, value), { maxLength: 3 });
  const right = known.map(({ name: parameter, required, schema }) => {
    const fitting =
      parameter === 'channel'
        ? channels
        : [JSON.stringify(schema.example ?? schema.enum?.[0] ?? schema.minimum ?? 1).replaceAll('"', '')];
    return fc.option(fc.tuple(fc.constant(parameter), fc.constantFrom(...fitting)), {
      nil: undefined,
      freq: required ? 20 : 1,
    });
  });
  const query = fc
    .tuple(fc.tuple(...right), fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, strange))
    .map(([given, more]) =>
      [...given.filter((pair) => pair !== undefined), ...more].map((pair) => pair.join('=')).join('&'),
    );
  return fc.tuple(fc.tuple(...parts), query).map(([at, asked]) => at.join('') + (asked ? `?${asked}` : ''));
}

/** JSON as bytes, mostly unharmed. */
function bytesOf(texts: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const harmed = fc.constantFrom<(text: string) => Buffer>(
    () => Buffer.alloc(0),
    (text) => Buffer.from(`\uFEFF${text}`),
    (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
    (text) => Buffer.concat([Buffer.from('{"\xff":', 'latin1'), Buffer.from(text)]),
    (text) => Buffer.from(text).subarray(0, text.length >> 1),
    (text) => Buffer.from(text, 'utf16le'),
    (text) => gzipSync(text),
    (text) => Buffer.from(text + text),
    (text) => Buffer.from(`${text.slice(0, -1)},}`),
    (text) => Buffer.from(text.padEnd(BODY_LIMIT)),
    (text) => Buffer.from(text.padEnd(BODY_LIMIT + 1)),
    (text) => Buffer.from(text.padEnd(4 * BODY_LIMIT)),
  );
  return fc.oneof(
    { weight: 6, arbitrary: texts.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.tuple(texts, harmed).map(([text, harm]) => harm(text)) },
  );
}

const TYPES = [
  ...Array.from({ length: 12 }, () => 'application/json'),
  'application/json; charset=utf-16',
  'APPLICATION/JSON;x',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/plain',
  '',
];

const DELIVERIES: Delivery[] = [
  ...Array.from({ length: 12 }, (): Delivery => 'whole'),
  'chunked',
  'chunked',
  'byte by byte',
  'cut short',
  'cut short, then reset',
  'half-closed',
  'bad chunks',
  'more than announced',
];

/** @param names what the paths of this service can name */
export function requestsTo(api: Api, operation: Operation, names: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const odd = fc.oneof(
    { weight: 3, arbitrary: fc.constant<[string, string][]>([]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...ODD_HEADERS), { minLength: 1, maxLength: 3 }) },
  );
  const method = fc.oneof(
    { weight: 12, arbitrary: fc.constant<string>(operation.method) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'GET',
        'HEAD',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        'QUERY',
      ),
    },
  );
  const takesBody = operation.method !== 'GET';
  const json = operation.body ? jsonTexts(api, operation.body, HINTS) : fc.json();
  const body = takesBody
    ? fc.option(bytesOf(json), { freq: 20, nil: undefined })
    : fc.option(bytesOf(json), { freq: 1, nil: undefined }).map((bytes) => bytes ?? undefined);
  return fc
    .record({
      method,
      target: targets(operation.path, operation, names),
      odd,
      type: fc.constantFrom(...TYPES),
      body,
      delivery: fc.constantFrom(...DELIVERIES),
    })
    .map(({ odd: more, type, ...request }) =>
      Object.assign(request, {
        headers: [...(request.body || takesBody ? [['Content-Type', type] as [string, string]] : []), ...more],
      }),
    );
}
