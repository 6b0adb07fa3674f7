import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  expertAddSchema,
  expertClientSchema,
  expertRemoveSchema,
  mqttClientCreateSchema,
  mqttClientInputSchema,
  mqttImportSchema,
} from '../../../../service/contract/index.ts';
import { checkBody, readJson } from '../../../../service/http/routing/strict-json.ts';
import {
  applyCreate,
  applyExpertAdd,
  applyExpertRemove,
  applyImport,
  applyUpdate,
} from '../../../../service/mqtt/clients/changes.ts';
import { client, clientsOf, refusal } from './support/clients.ts';
import { CERTIFICATE, KEY } from './support/pem.ts';

const BEFORE = clientsOf(
  client('lab', { fields: { name: 'hall', host: 'broker.example' }, secrets: { password: 'hunter2' } }),
  client('attic'),
);

/** What a route does with a body's text, as far as the clients are concerned. */
function request<Schema extends z.ZodType>(schema: Schema, apply: (body: z.infer<Schema>) => unknown) {
  return (text: string) => apply(checkBody(schema, readJson(Buffer.from(text))));
}

const add = request(expertAddSchema, (body) => applyExpertAdd(BEFORE, body));
const remove = request(expertRemoveSchema, (body) => applyExpertRemove(BEFORE, body));
const create = request(mqttClientCreateSchema, (body) => applyCreate(BEFORE, body));
const update = request(mqttClientInputSchema, (body) => applyUpdate(BEFORE, 'lab', body));
const load = request(mqttImportSchema, (body) => applyImport(BEFORE, body));

/** The text of an expert addition of one client, `x`. */
const x = (fields: string): string => `{"mqtt":{"clients":{"x":{${fields}}}}}`;
/** The text of one with these clients. */
const clients = (text: string): string => `{"mqtt":{"clients":${text}}}`;

const LONG = 'a'.repeat(256);

describe('bodies that are refused', () => {
  test.each([
    ['[]', ''],
    ['null', ''],
    ['"mqtt"', ''],
    ['{}', 'mqtt'],
    ['{"mqtt":null}', 'mqtt'],
    ['{"mqtt":[]}', 'mqtt'],
    ['{"mqtt":{}}', 'mqtt.clients'],
    ['{"mqtt":{"clients":{"x":{}}},"more":1}', 'more'],
    ['{"mqtt":{"clients":{"x":{}},"more":1}}', 'mqtt.more'],
    ['{"MQTT":{"clients":{"x":{}}}}', 'mqtt'],
    ['{"mqtt":{"clients":{"x":{}}},"mqtt":{"clients":{"y":{}}}}', 'mqtt'],
    [clients('{}'), 'mqtt.clients'],
    [clients('[]'), 'mqtt.clients'],
    [clients('"x"'), 'mqtt.clients'],
    [clients('{"x":null}'), 'mqtt.clients.x'],
    [clients('{"x":[]}'), 'mqtt.clients.x'],
    [clients('{"x":"y"}'), 'mqtt.clients.x'],
    [clients('{"x":{},"x":{}}'), 'mqtt.clients.x'],
    [clients('{"":{}}'), 'mqtt.clients.'],
    [clients('{"__proto__":{}}'), 'mqtt.clients.__proto__'],
    [clients('{"constructor":{}}'), 'mqtt.clients.constructor'],
    [clients('{"toString":{"name":"t"}}'), 'mqtt.clients.toString'],
    [clients('{"prototype":{}}'), 'mqtt.clients.prototype'],
    [clients('{"..":{"name":"dots"}}'), 'mqtt.clients...'],
    [clients('{"\\ud800":{"name":"half"}}'), 'mqtt.clients.\ud800'],
    [clients(`{"${LONG}":{"name":"long"}}`), `mqtt.clients.${LONG}`],
    [clients('{"a+b":{}}'), 'mqtt.clients.a+b.name'],
    [clients('{"a#":{}}'), 'mqtt.clients.a#.name'],
    [clients('{"$x":{}}'), 'mqtt.clients.$x.name'],
    [clients('{"/x":{}}'), 'mqtt.clients./x.name'],
    [clients('{"x":{},"y":{"port":0}}'), 'mqtt.clients.y.port'],
    [clients('{"attic":{},"y":{"name":"attic"}}'), 'mqtt.clients.y.name'],
    [x('"ports":1'), 'mqtt.clients.x.ports'],
    [x('"Port":1'), 'mqtt.clients.x.Port'],
    [x('"port":1,"port":1'), 'mqtt.clients.x.port'],
    [x('"advanced":{}'), 'mqtt.clients.x.advanced'],
    [x('"secret":"mqtt-1"'), 'mqtt.clients.x.secret'],
    [x('"ca":""'), 'mqtt.clients.x.ca'],
    [x('"identifier":"x"'), 'mqtt.clients.x.identifier'],
    [x('"host":""'), 'mqtt.clients.x.host'],
    [x('"host":"a b"'), 'mqtt.clients.x.host'],
    [x('"host":"mqtt://a"'), 'mqtt.clients.x.host'],
    [x('"host":"a/b"'), 'mqtt.clients.x.host'],
    [x('"host":"user@a"'), 'mqtt.clients.x.host'],
    [x('"host":"a\\u0000"'), 'mqtt.clients.x.host'],
    [x(`"host":"${LONG}"`), 'mqtt.clients.x.host'],
    [x('"name":""'), 'mqtt.clients.x.name'],
    [x('"name":"a+"'), 'mqtt.clients.x.name'],
    [x('"name":"#"'), 'mqtt.clients.x.name'],
    [x('"name":"$SYS"'), 'mqtt.clients.x.name'],
    [x('"name":"a//b"'), 'mqtt.clients.x.name'],
    [x('"name":"a/"'), 'mqtt.clients.x.name'],
    [x('"name":"\\u0000"'), 'mqtt.clients.x.name'],
    [x('"name":"\\udc00"'), 'mqtt.clients.x.name'],
    [x('"name":"__proto__"'), 'mqtt.clients.x.name'],
    [x(`"name":"${LONG}"`), 'mqtt.clients.x.name'],
    [x('"name":"hall","host":"BROKER.example"'), 'mqtt.clients.x.name'],
    [x('"name":"hall/1","host":"broker.example"'), 'mqtt.clients.x.name'],
    [x('"username":"\\u0000"'), 'mqtt.clients.x.username'],
    [x(`"username":"${'a'.repeat(65_536)}"`), 'mqtt.clients.x.username'],
    [x('"password":"\\ud800"'), 'mqtt.clients.x.password'],
    [x(`"password":"${'ä'.repeat(32_768)}"`), 'mqtt.clients.x.password'],
    [x('"port":1e400'), 'mqtt.clients.x.port'],
    [x('"port":-1'), 'mqtt.clients.x.port'],
    [x('"protocol_version":2'), 'mqtt.clients.x.protocol_version'],
    [x('"protocol_version":6'), 'mqtt.clients.x.protocol_version'],
    [x('"protocol_version":"4"'), 'mqtt.clients.x.protocol_version'],
    [x('"reconnect":{"delay":1}'), 'mqtt.clients.x.reconnect.delay'],
    [x('"reconnect":{"min_delay":2,"max_delay":1}'), 'mqtt.clients.x.reconnect.min_delay'],
    [x('"reconnect":{"min_delay":60001}'), 'mqtt.clients.x.reconnect.min_delay'],
    [x('"reconnect":{"max_delay":999}'), 'mqtt.clients.x.reconnect.min_delay'],
    [x('"reconnect":{"__proto__":{"enable":true}}'), 'mqtt.clients.x.reconnect.__proto__'],
  ])('an addition: %s', (text, path) => {
    const { code, paths } = refusal(() => add(text));
    expect([code, paths[0]]).toEqual(['bad-request', path]);
  });

  test.each([
    ['{}', 'mqtt'],
    [clients('{}'), 'mqtt.clients'],
    [clients('"lab"'), 'mqtt.clients'],
    [clients('[]'), 'mqtt.clients'],
    [clients('[1]'), 'mqtt.clients.0'],
    [clients('["hall",null]'), 'mqtt.clients.1'],
    [clients('[["hall"]]'), 'mqtt.clients.0'],
    [clients('[""]'), 'mqtt.clients.0'],
    [clients(`["${LONG}"]`), 'mqtt.clients.0'],
    [clients('["hall","hal"]'), 'mqtt.clients.1'],
    [clients('["__proto__"]'), 'mqtt.clients.0'],
    [clients('["constructor"]'), 'mqtt.clients.0'],
  ])('a removal: %s', (text, path) => {
    const { code, paths } = refusal(() => remove(text));
    expect([code, paths]).toEqual(['bad-request', [path]]);
  });

  test.each([
    ['{}', 'identifier'],
    ['{"identifier":null}', 'identifier'],
    ['{"identifier":""}', 'identifier'],
    ['{"identifier":".","name":"dot"}', 'identifier'],
    ['{"identifier":"valueOf","name":"v"}', 'identifier'],
    ['{"identifier":"a+b"}', 'name'],
    ['{"identifier":"x","name":"attic"}', 'name'],
    ['{"identifier":"x","secret":"mqtt-1"}', 'secret'],
    ['{"identifier":"x","advanced":null}', 'advanced'],
    ['{"identifier":"x","advanced":{"qos":3}}', 'advanced.qos'],
    ['{"identifier":"x","advanced":{"qos":"1"}}', 'advanced.qos'],
    ['{"identifier":"x","advanced":{"layout":"each"}}', 'advanced.layout'],
    ['{"identifier":"x","advanced":{"enabled":1}}', 'advanced.enabled'],
    ['{"identifier":"x","advanced":{"discovery_prefix":"a/+"}}', 'advanced.discovery_prefix'],
    ['{"identifier":"x","advanced":{"client_id":"a b"}}', 'advanced.client_id'],
    [`{"identifier":"x","advanced":{"client_id":"${LONG}"}}`, 'advanced.client_id'],
    [`{"identifier":"x","protocol_version":3,"advanced":{"client_id":"${'a'.repeat(24)}"}}`, 'advanced.client_id'],
    ['{"identifier":"x","advanced":{"ca":1}}', 'advanced.ca'],
    ['{"identifier":"x","advanced":{"ca":"x"}}', 'advanced.ca'],
    [`{"identifier":"x","advanced":{"ca":"${'a'.repeat(65_537)}"}}`, 'advanced.ca'],
    [`{"identifier":"x","advanced":{"key":${JSON.stringify(KEY)}}}`, 'advanced.certificate'],
    [`{"identifier":"x","advanced":{"certificate":${JSON.stringify(CERTIFICATE)}}}`, 'advanced.key'],
    ['{"identifier":"x","advanced":{"Qos":1}}', 'advanced.Qos'],
  ])('a new client: %s', (text, path) => {
    const { code, paths } = refusal(() => create(text));
    expect([code, paths]).toEqual(['bad-request', [path]]);
  });

  test.each([
    ['{"identifier":"lab"}', 'identifier'],
    ['{"name":"attic","password":""}', 'name'],
    ['{}', 'password'],
    ['{"host":"broker.example","port":1884}', 'password'],
    ['{"host":"broker.example","advanced":{"check_server_name":false}}', 'password'],
    ['{"host":"broker.example","password":null}', 'password'],
    ['{"host":"broker.example","reconnect":null}', 'reconnect'],
  ])('an update: %s', (text, path) => {
    const { code, paths, message } = refusal(() => update(text));
    expect([code, paths]).toEqual(['bad-request', [path]]);
    expect(message).not.toContain('hunter2');
  });

  test.each([
    [clients('{}'), 'mqtt.clients'],
    [clients('{"x":{"advanced":{"key":"x"}}}'), 'mqtt.clients.x.advanced.certificate'],
    [clients('{"x":{"secret":1}}'), 'mqtt.clients.x.secret'],
    [clients('{"x":{"name":"attic"}}'), 'mqtt.clients.x.name'],
    [clients('{"x":{"password_set":true}}'), 'mqtt.clients.x.password_set'],
  ])('an import: %s', (text, path) => {
    const { code, paths } = refusal(() => load(text));
    expect(code).toBe('bad-request');
    expect(paths).toContain(path);
  });
});

/** A part of a JSON schema, as far as it is needed here. */
interface JsonSchema {
  type?: string;
  /** An object with a name of its own: its members have their own test. */
  $ref?: string;
  properties?: Record<string, JsonSchema>;
  minimum?: number;
  maximum?: number;
  anyOf?: { const?: number }[];
  $defs?: Record<string, JsonSchema>;
}

/** JSON of every type, by the name of the type. */
const OF_TYPE: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true',
  integer: '1',
  number: '1.5',
  string: '"1"',
  array: '[]',
  object: '{}',
};

/** Every field of a schema with values of each wrong type, and out of its range. */
function wrongValues({ properties = {} }: JsonSchema, within: string[] = []): [path: string[], json: string][] {
  return Object.entries(properties).flatMap(([name, field]): [string[], string][] => {
    const path = within.concat(name);
    const { $ref, type = $ref && 'object', minimum, maximum, anyOf = [] } = field;
    const right = new Set(anyOf.map((choice) => String(choice.const)));
    const wrong = Object.keys(OF_TYPE).filter((other) => other !== type);
    const values = wrong.map((other) => OF_TYPE[other]!).filter((json) => !right.has(json));
    if (minimum !== undefined) values.push(String(minimum - 1));
    if (maximum !== undefined) values.push(String(maximum + 1));
    return values.map((json): [string[], string] => [path, json]).concat(wrongValues(field, path));
  });
}

function fieldsOf(schema: z.ZodType, id: string): JsonSchema {
  return (z.toJSONSchema(schema, { io: 'input' }) as JsonSchema).$defs![id]!;
}

/** An object of objects around a value, as text: `{"reconnect":{"enable":1}}`. */
const nested = (path: readonly string[], json: string): string =>
  path.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, json);

const EXPERT = wrongValues(fieldsOf(expertClientSchema, 'ExpertMqttClient'));
const APP = wrongValues(fieldsOf(mqttClientCreateSchema, 'MqttClientCreate'));

describe('every field with every wrong type, and out of its range', () => {
  test('there are as many as the document has fields', () => {
    const fields = new Set(EXPERT.map(([path]) => path.join('.')));
    expect(fields.size).toBe(13);
    expect(EXPERT.length).toBeGreaterThan(60);
    expect(APP.length).toBeGreaterThan(120);
  });

  test.each(EXPERT.map(([path, json]) => [path.join('.'), json, nested(path, json)]))(
    'expert: %s %s',
    (path, _json, text) => {
      const { code, paths } = refusal(() => add(clients(`{"x":${text}}`)));
      expect([code, paths[0]]).toEqual(['bad-request', `mqtt.clients.x.${path}`]);
    },
  );

  test.each(APP.map(([path, json]) => [path.join('.'), json, nested(path, json)]))(
    'app: %s %s',
    (path, _json, text) => {
      const whole = path === 'identifier' ? text : `{"identifier":"x",${text.slice(1)}`;
      const { code, paths } = refusal(() => create(whole));
      expect([code, paths[0]]).toEqual(['bad-request', path]);
    },
  );
});
