/**
 * Bodies of the expert operations that must be refused, with the path that the refusal must name. Written from
 * interface.md#expert-operations and the decisions on them, not from the schemas.
 */

/** A body, and the path of what is wrong with it. */
export type WrongBody = readonly [body: string, path: string];

const TEXT = ['null', 'true', '1', '1.5', '[]', '["x"]', '{}'];
const YES_NO = ['null', '0', '1', '"true"', '""', '[]', '{}'];
const WHOLE = ['null', 'true', '"1883"', '""', '[]', '[1883]', '{}', '1883.5', '1e400', '-1'];

/** Values that a field may not have, as JSON. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  host: [...TEXT, '""', '"mqtt://broker"', '"a b"', '"a/b"', '"a\\u0000"', `"${'h'.repeat(256)}"`],
  name: [
    ...TEXT,
    '""',
    '"a+b"',
    '"#"',
    '"$SYS"',
    '"/a"',
    '"a/"',
    '"a//b"',
    '"a\\u0000"',
    '"a\\n"',
    '"\\ud800"',
    '"constructor"',
    `"${'n'.repeat(256)}"`,
  ],
  username: [...TEXT, '"a\\u0000"', '"\\udc00"', `"${'u'.repeat(65_536)}"`],
  password: [...TEXT, '"hunter2\\u0000"', '"hunter2\\ud800"', `"${'ä'.repeat(32_768)}hunter2"`],
  port: [...WHOLE, '0', '65536'],
  protocol_version: [...WHOLE, '0', '2', '6', '3.1', '"5"'],
  keep_alive: [...WHOLE, '65536'],
  clean_session: YES_NO,
  ssl: YES_NO,
  reconnect: ['null', 'true', '1', '"x"', '[]'],
  'reconnect.enable': YES_NO,
  'reconnect.min_delay': [...WHOLE, '0', '86400001', '60001'],
  'reconnect.max_delay': [...WHOLE, '0', '86400001'],
};

function nested(field: string, value: string): string {
  const [first = '', second] = field.split('.');
  return second === undefined ? `{"${first}":${value}}` : `{"${first}":{"${second}":${value}}}`;
}

const add = (clients: string): string => `{"mqtt":{"clients":${clients}}}`;

/** Each field with each value that it may not have. */
const WRONG_FIELDS: readonly WrongBody[] = Object.entries(FIELDS).flatMap(([field, values]) =>
  values.map((value): WrongBody => [add(`{"lab":${nested(field, value)}}`), `mqtt.clients.lab.${field}`]),
);

/** What is wrong in both operations. */
const WRONG_SHAPES: readonly WrongBody[] = [
  ...['null', 'true', '1', '"mqtt"', '[]'].map((body): WrongBody => [body, 'the body']),
  ['{}', 'mqtt'],
  ...['null', 'false', '1', '"x"', '[]'].map((mqtt): WrongBody => [`{"mqtt":${mqtt}}`, 'mqtt']),
  ['{"mqtt":{}}', 'mqtt.clients'],
  ['{"MQTT":{"clients":["lab"]}}', 'mqtt'],
  ...['null', 'true', '1', '"lab"'].map((clients): WrongBody => [add(clients), 'mqtt.clients']),
  ['{"mqtt":{"clients":null,"clients":null}}', 'mqtt.clients'],
  ['{"mqtt":1,"mqtt":2}', 'mqtt'],
  ['{"__proto__":{"mqtt":{}}}', '__proto__'],
  ['{"mqtt":{"__proto__":{"clients":["lab"]}}}', 'mqtt.__proto__'],
];

export const WRONG_ADDS: readonly WrongBody[] = [
  ...WRONG_SHAPES,
  ...WRONG_FIELDS,
  [add('[]'), 'mqtt.clients'],
  [add('["lab"]'), 'mqtt.clients'],
  [add('{}'), 'mqtt.clients'],
  ...['null', 'true', '1', '"x"', '[]'].map((client): WrongBody => [add(`{"lab":${client}}`), 'mqtt.clients.lab']),
  // Unknown fields, on every level.
  ['{"mqtt":{"clients":{"lab":{}}},"version":1}', 'version'],
  ['{"mqtt":{"clients":{"lab":{}},"broker":{}}}', 'mqtt.broker'],
  [add('{"lab":{"hosts":"a"}}'), 'mqtt.clients.lab.hosts'],
  [add('{"lab":{"Host":"a"}}'), 'mqtt.clients.lab.Host'],
  [add('{"lab":{"advanced":{}}}'), 'mqtt.clients.lab.advanced'],
  [add('{"lab":{"secret":"a"}}'), 'mqtt.clients.lab.secret'],
  [add('{"lab":{"reconnect":{"delay":1}}}'), 'mqtt.clients.lab.reconnect.delay'],
  // Keys given twice, on every level.
  [add('{"lab":{},"lab":{}}'), 'mqtt.clients.lab'],
  [add('{"lab":{},"l\\u0061b":{}}'), 'mqtt.clients.lab'],
  [add('{"lab":{"port":1883,"port":1884}}'), 'mqtt.clients.lab.port'],
  [add('{"lab":{"password":"hunter2","password":"hunter2"}}'), 'mqtt.clients.lab.password'],
  [add('{"lab":{"reconnect":{"enable":true,"enable":true}}}'), 'mqtt.clients.lab.reconnect.enable'],
  [add('{"lab":{"x":[0,{"y":1,"y":1}]}}'), 'mqtt.clients.lab.x.1.y'],
  // Identifiers, and the names that default to them.
  [add('{"":{"name":"lab"}}'), 'mqtt.clients.'],
  [add('{"__proto__":{"host":"a"}}'), 'mqtt.clients.__proto__'],
  [add('{"lab":{"__proto__":{"host":"a"}}}'), 'mqtt.clients.lab.__proto__'],
  [add('{"lab":{"reconnect":{"__proto__":null}}}'), 'mqtt.clients.lab.reconnect.__proto__'],
  ...['constructor', 'toString', 'prototype', '.', '..', 'i'.repeat(256)].map(
    (identifier): WrongBody => [add(`{"${identifier}":{"name":"lab"}}`), `mqtt.clients.${identifier}`],
  ),
  [add('{"\\ud800":{"name":"lab"}}'), 'mqtt.clients.\ud800'],
  [add('{"a+b":{}}'), 'mqtt.clients.a+b.name'],
  [add('{"$lab":{"host":"a"}}'), 'mqtt.clients.$lab.name'],
  [add('{"a/":{}}'), 'mqtt.clients.a/.name'],
  // One wrong client among others, two fields that do not fit together.
  [add('{"one":{},"two":{"port":0},"three":{}}'), 'mqtt.clients.two.port'],
  [add('{"lab":{"reconnect":{"max_delay":999}}}'), 'mqtt.clients.lab.reconnect.min_delay'],
  [add('{"lab":{"reconnect":{"min_delay":5000,"max_delay":4999}}}'), 'mqtt.clients.lab.reconnect.min_delay'],
];

export const WRONG_REMOVALS: readonly WrongBody[] = [
  ...WRONG_SHAPES,
  [add('{}'), 'mqtt.clients'],
  [add('{"lab":{}}'), 'mqtt.clients'],
  [add('[]'), 'mqtt.clients'],
  ...['null', 'true', '1', '[]', '["lab"]', '{}', '""'].map((name): WrongBody => [add(`[${name}]`), 'mqtt.clients.0']),
  [add('["lab",2]'), 'mqtt.clients.1'],
  [add(`["${'n'.repeat(256)}"]`), 'mqtt.clients.0'],
  [add('["lab",{"a":1,"a":1}]'), 'mqtt.clients.1.a'],
  ['{"mqtt":{"clients":["lab"],"name":"lab"}}', 'mqtt.name'],
  ['{"mqtt":{"clients":["lab"]},"all":true}', 'all'],
];
