/** docs/interface.md has the routes, fields, defaults and statuses of the service, and no others; its examples are real answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { CONTRACT_VERSIONS, DEFAULT_PORT } from '../../service/contract/index.ts';
import { createSimulatedDevices } from '../../service/drivers/simulated/fleet.ts';
import { EXPERT_FORMATS, EXPERT_VERSIONS, type ExpertFormat } from '../../service/http/expert-routes.ts';
import { openApiDocument } from '../../service/http/openapi/document.ts';
import type { Operation } from '../../service/http/openapi/operation.ts';
import { type JsonSchema, refId } from '../../service/http/openapi/schemas.ts';
import type { JsonResponse } from '../../service/http/response.ts';
import { type ErrorCode, MensuraError } from '../../service/support/errors.ts';
import { ask } from '../service/http/support/ask.ts';
import { type Host, startHost } from '../service/http/support/host.ts';
import { anchorOf, exchangesOf, rowsOf, sectionsOf } from './page.ts';

const PAGE = readFileSync(join(ROOT, 'docs/interface.md'), 'utf8');
const SECTIONS = sectionsOf(PAGE);
const DOCUMENT = openApiDocument('');
const { schemas: SCHEMAS } = DOCUMENT.components;

/** The schemas that have a section of their own, with its title; others are described where they are used. */
const TITLES: Readonly<Record<string, string>> = {
  DeviceCollection: 'Device collection',
  Device: 'Device',
  ChannelState: 'Channel state',
  Connections: 'Connections',
  Product: 'Product',
  Measurement: 'Measurement',
  ServiceInfo: 'Service information',
  ExpertAdd: 'Add MQTT clients',
  ExpertRemove: 'Remove MQTT clients',
  ExpertMqttClient: 'MQTT client',
};

const linkTo = (title: string): string => `[${title}](#${anchorOf(title)})`;

/** Page and service may list the same items in different orders. */
function sorted<Item>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** The rows of a section's tables, each cell by the head of its column. */
function tableIn(anchor: string): Record<string, string>[] {
  return rowsOf(SECTIONS.get(anchor) ?? '').map(({ heads, cells }) =>
    Object.fromEntries(heads.map((head, index) => [head, cells[index] ?? ''])),
  );
}

/** The name, type, default and range of a field, as a row of a table has them. */
type Field = readonly [name: string, type: string, defaultValue: string, range: string];

/** A schema without null, and without a reference to a schema that has no section. */
function resolved(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const [first, second, ...others] = schema.anyOf ?? [];
  if (first && second?.type === 'null' && others.length === 0) return { ...resolved(first), isNullable: true };
  const id = schema.$ref && refId(schema.$ref);
  if (!id || TITLES[id]) return { schema, isNullable: false };
  return resolved(SCHEMAS[id] ?? {});
}

/** The type in words; undefined for an object whose members are rows themselves. */
function typeOf(given: JsonSchema): string | undefined {
  const { schema } = resolved(given);
  if (schema.$ref) return linkTo(TITLES[refId(schema.$ref)] ?? '');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.anyOf?.every((one) => Number.isInteger(one.const))) return 'integer';
  if (schema.type !== 'object') return schema.type;
  const item = typeof schema.additionalProperties === 'object' && typeOf(schema.additionalProperties);
  return item ? `map of ${item}` : undefined;
}

function rangeOf({ type, minimum, maximum, anyOf }: JsonSchema): string {
  if (anyOf) return anyOf.map((one) => one.const).join(', ');
  return type === 'integer' && minimum !== undefined ? `${minimum} to ${maximum}` : '';
}

function defaultOf(schema: JsonSchema): string {
  return schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``;
}

/** The fields of an object, each with the path to it; a key that is data is `{}`. */
function fieldsOf({ properties = {}, required = [], additionalProperties }: JsonSchema, path = ''): Field[] {
  if (typeof additionalProperties === 'object') return fieldsOf(resolved(additionalProperties).schema, `${path}{}.`);
  return Object.entries(properties).flatMap(([key, member]): Field[] => {
    const { schema, isNullable } = resolved(member);
    const name = path + key;
    const type = typeOf(schema);
    const words = `${type ?? 'object'}${isNullable ? ' or null' : ''}${required.includes(key) ? '' : ', optional'}`;
    const own: Field = [name, words, defaultOf(member), isNullable ? '' : rangeOf(schema)];
    if (type !== undefined) return [own];
    // The row of an object says no more than its members do, unless it may be null or absent.
    return (words === 'object' ? [] : [own]).concat(fieldsOf(schema, `${name}.`));
  });
}

/** The schemas that a value refers to, and those that they refer to, by id. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== '$ref' || typeof member !== 'string') return idsIn(member);
    return [refId(member)].concat(idsIn(SCHEMAS[refId(member)]));
  });
}

interface Route {
  method: string;
  /** With `{v}` for the version. */
  path: string;
  version: string | undefined;
  operation: Operation;
}

/** The operations of the contract. */
const ROUTES = Object.entries(DOCUMENT.paths).flatMap(([path, item]): Route[] => {
  const [version] = /\d+\.\d+\.\d+/.exec(path) ?? [];
  if (version === undefined && !/^\/[\w-]+-service-info$/.test(path)) return [];
  return Object.entries(item).map(([method, operation]) => {
    return { method: method.toUpperCase(), path: path.replace(version ?? '{v}', '{v}'), version, operation };
  });
});

/** The answer of an operation, as the page links to it. */
function answerOf({ path, operation }: Route): string {
  if (path.startsWith('/expert/')) return '[Expert answer](#expert-answers)';
  return typeOf(operation.responses['200']?.content?.['application/json']?.schema ?? {}) ?? '';
}

/** The row of a route, from its operations in all versions. */
function rowOf(operations: readonly [Route, ...Route[]]): Record<string, string> {
  const [{ method, path, version }] = operations;
  const statuses = (wanted: string | undefined): string =>
    Object.keys(operations.find((route) => route.version === wanted)?.operation.responses ?? {}).join(', ');
  return {
    Method: method,
    Path: `\`${path}\``,
    ...(version === undefined
      ? { Statuses: statuses(undefined) }
      : Object.fromEntries(CONTRACT_VERSIONS.map((one) => [one, statuses(one)]))),
    Answer: answerOf(operations[0]),
  };
}

test('the text names the default port and the latest version', () => {
  expect(SECTIONS.get('address')).toContain(`\`http://127.0.0.1:${DEFAULT_PORT}\``);
  expect(SECTIONS.get('versions')).toContain(`${CONTRACT_VERSIONS.at(-1)} is the latest version.`);
});

describe('the tables', () => {
  test('list every route with versions, statuses and answer', () => {
    const rows = tableIn('routes').map((row) =>
      Object.assign(row, { Answer: /(?:array of )?\[[^\]]+\]\([^)]+\)/.exec(row['Answer'] ?? '')?.[0] }),
    );
    const routes = Map.groupBy(ROUTES, ({ method, path }) => `${method} ${path}`);
    const expected = [...routes.values()].map((operations) => rowOf(operations as [Route, ...Route[]]));
    expect(sorted(rows)).toEqual(sorted(expected));
  });

  test('list every parameter with type, default and versions', () => {
    const rows = tableIn('parameters').map(({ Meaning: _meaning, ...row }) => row);
    const uses = ROUTES.flatMap(({ version, operation: { parameters = [] } }) =>
      parameters.map((parameter) => ({ version, parameter })),
    );
    const expected = [...Map.groupBy(uses, ({ parameter }) => parameter.name)].map(([name, all]) => {
      const { in: place, schema } = all[0]!.parameter;
      const versions = new Set(all.flatMap(({ version }) => version ?? []));
      return {
        Parameter: `\`${name}\``,
        In: place,
        Type: schema.type,
        Default: defaultOf(schema),
        Versions: [...versions].join(', '),
      };
    });
    expect(sorted(rows)).toEqual(sorted(expected));
  });

  test.each(Object.entries(TITLES))('list every field of %s with type, default and range', (id, title) => {
    const rows = tableIn(anchorOf(title));
    // Where fields have defaults, the page says once that all of them are optional.
    const suffix = rows.some((row) => 'Default' in row) ? ', optional' : '';
    const documented = rows.map(
      ({ Field: name = '', Type: type = '', Default: value = '', Range: range = '' }): Field => {
        return [name.replaceAll('`', '').replaceAll(/\{\w+\}/g, '{}'), type + suffix, value, range];
      },
    );
    expect(sorted(documented)).toEqual(sorted(fieldsOf(SCHEMAS[id] ?? {})));
  });

  test('cover every schema, in a section of its own or inside another', () => {
    const ids = new Set(ROUTES.flatMap(({ operation }) => idsIn(operation)));
    const used = [
      'ChannelDefinition',
      'DeviceInfo',
      'GatewayConnection',
      'Message',
      'UsbConnection',
      'Value',
      'VcpConnection',
    ];
    expect([...ids].toSorted()).toEqual([...Object.keys(TITLES), ...used].toSorted());
  });

  test('show the expert answers with their statuses', () => {
    const expected = (pick: (form: ExpertFormat) => JsonResponse) =>
      Object.fromEntries(
        EXPERT_VERSIONS.map((version) => {
          const { status, body } = pick(EXPERT_FORMATS[version]);
          return [version, `${status} \`${body.toString()}\``];
        }),
      );
    const failure = (code: ErrorCode) => expected((form) => form.failure(new MensuraError(code, '...')));
    expect(tableIn('expert-answers').map(({ Outcome: _outcome, ...row }) => row)).toEqual([
      expected(({ success }) => success),
      failure('bad-request'),
      failure('internal'),
      expected((form) => form.unreadable('...')),
    ]);
  });
});

describe('the examples', () => {
  const AT = Date.parse('2026-11-22T23:35:45.162Z');
  const READINGS: Readonly<Record<string, Record<string, number>>> = {
    SIM00001: { atmospheric_pressure: 100.978, temperature: 20.34027618829633, relative_humidity: 42.09201190203708 },
    SIM00002: { temperature: 55.32565689086914 },
  };
  const EXCHANGES = exchangesOf(PAGE);
  let host: Host;

  beforeAll(async () => {
    host = await startHost();
    for (const { description } of createSimulatedDevices({
      usb: 1,
      gateway: 1,
      periodMs: 1000,
      periodOf: () => undefined,
    })) {
      const { family, serial } = description;
      const samples = Object.entries(READINGS[serial] ?? {}).map(([channel, magnitude]) => ({ channel, magnitude }));
      host.driver.events.emit('attached', description);
      host.driver.events.emit('readings', { family, serial, at: AT, samples });
    }
  });
  afterAll(() => host.stop());

  test.each(
    EXCHANGES.map((exchange) => [`${exchange.method} ${exchange.target}: ${exchange.status}`, exchange] as const),
  )('show the answer of the service to %s', async (_title, { method, target, headers, body, status, answer }) => {
    const served = await ask(host.port, target, { method, headers, ...(body !== undefined && { body }) });
    expect([served.status, served.text]).toEqual([status, answer]);
  });

  test('cover every kind of answer', () => {
    const shown = new Set(EXCHANGES.map(({ target }) => target.replace(/\?.*$/, '').split('/').at(-1)));
    expect(shown).toEqual(
      new Set([
        'gateway',
        'measurements',
        'measurement',
        'device-service-info',
        'add_mqtt_clients',
        'remove_mqtt_client',
      ]),
    );
  });
});
