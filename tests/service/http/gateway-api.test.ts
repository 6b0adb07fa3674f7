/** The app API of gateways. */
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type GatewayConfig,
  gatewaysSchema,
  gatewayTestResultSchema,
  gatewayViewSchema,
  messageSchema,
} from '../../../service/contract/index.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { until } from '../../support/until.ts';
import { type Answer, ask, messageOf, post, write } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';
import { type RecordedLog, recordedLog } from './support/recorded-log.ts';

const GATEWAYS = '/app/v1/gateways';
const CELLAR: GatewayConfig = {
  kind: 'sensgate',
  name: 'Cellar',
  enabled: true,
  host: '192.168.40.1',
  port: 8080,
  period_ms: 1000,
};

let host: Host;
let log: RecordedLog;

beforeEach(async () => {
  log = recordedLog();
  host = await startHost({ logger: log });
});
afterEach(() => host.stop());

/** Adds a gateway without going through HTTP; what was asked until now is forgotten. */
async function given(config = CELLAR): Promise<string> {
  const { id } = await host.world.gateways.create(config);
  host.world.gateways.calls.length = 0;
  return `${GATEWAYS}/${id}`;
}

function expectPlain(answer: Answer): void {
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.text).toBe(canonicalJson(answer.json()));
}

describe('the gateways', () => {
  test('are listed in the order they were added', async () => {
    expect((await ask(host.port, GATEWAYS)).text).toBe('{"gateways":[]}');
    await given({ ...CELLAR, name: 'B' });
    await given({ ...CELLAR, name: 'A' });
    const answer = await ask(host.port, GATEWAYS);
    expectPlain(answer);
    const { gateways } = gatewaysSchema.parse(answer.json());
    expect(gateways.map(({ config }) => config.name)).toEqual(['B', 'A']);
  });

  test.each([
    ['{"kind":"sensgate","name":"Cellar","host":"192.168.40.1"}', CELLAR],
    [
      '{"kind":"mqtt","name":"Fleet","client":"lab","prefix":"fleet/+","enabled":false}',
      { kind: 'mqtt', name: 'Fleet', enabled: false, client: 'lab', prefix: 'fleet/+' },
    ],
  ])('are added: %s', async (body, config) => {
    const answer = await post(host.port, GATEWAYS, body);
    expect([answer.status, answer.headers.location]).toEqual([201, `${GATEWAYS}/g01a2b3c4`]);
    expectPlain(answer);
    expect(gatewayViewSchema.parse(answer.json())).toMatchObject({ id: 'g01a2b3c4', config });
    expect(host.world.gateways.calls).toEqual([['create', config]]);
    expect((await ask(host.port, answer.headers.location ?? '')).text).toBe(answer.text);
  });

  test('are replaced with defaults for omitted fields', async () => {
    const path = await given({ ...CELLAR, port: 9000, period_ms: 5000, enabled: false });
    const answer = await write(host.port, 'PUT', path, '{"kind":"sensgate","name":"Cellar","host":"cellar.local"}');
    expect(answer.status).toBe(200);
    expectPlain(answer);
    const config = { ...CELLAR, host: 'cellar.local' };
    expect(gatewayViewSchema.parse(answer.json()).config).toEqual(config);
    expect(host.world.gateways.calls).toEqual([['update', 'g01a2b3c4', config]]);
  });

  test.each([undefined, '', '{}'])('are removed, with the body %j', async (body) => {
    const path = await given();
    const answer = await write(host.port, 'DELETE', path, body);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expectPlain(answer);
    expect(host.world.gateways.calls).toEqual([['remove', 'g01a2b3c4']]);
    expect((await ask(host.port, path)).status).toBe(404);
  });

  test.each([
    ['connect', ['connect', 'g01a2b3c4']],
    ['enable', ['setEnabled', 'g01a2b3c4', true]],
    ['disable', ['setEnabled', 'g01a2b3c4', false]],
  ])('support %s', async (action, call) => {
    const path = await given();
    for (const body of [undefined, '', '{}']) {
      const answer = await post(host.port, `${path}/${action}`, body);
      expect(answer.status).toBe(200);
      expectPlain(answer);
      expect(gatewayViewSchema.parse(answer.json()).config.enabled).toBe(action !== 'disable');
    }
    expect(host.world.gateways.calls).toEqual([call, call, call]);
  });
});

describe('a connection test', () => {
  test('runs without a stored gateway', async () => {
    const answer = await post(host.port, `${GATEWAYS}/test`, '{"kind":"sensgate","name":"x","host":"a"}');
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(gatewayTestResultSchema.parse(answer.json()).ok).toBe(true);
    expect(host.world.gateways.calls).toEqual([['test', { ...CELLAR, name: 'x', host: 'a' }]]);
  });

  test.each([undefined, '', '{}'])('uses the stored configuration with the body %j', async (body) => {
    const path = await given({ ...CELLAR, port: 9000 });
    const answer = await post(host.port, `${path}/test`, body);
    expect(gatewayTestResultSchema.parse(answer.json()).ok).toBe(true);
    expect(host.world.gateways.calls).toEqual([['test', { ...CELLAR, port: 9000 }]]);
  });

  test('uses the given configuration', async () => {
    const path = await given();
    await post(host.port, `${path}/test`, '{"kind":"mqtt","name":"Fleet","client":"lab","prefix":"fleet/+"}');
    expect(host.world.gateways.calls).toEqual([
      ['test', { kind: 'mqtt', name: 'Fleet', enabled: true, client: 'lab', prefix: 'fleet/+' }],
    ]);
  });

  test.each(['/test', '/g01a2b3c4/test'])('of %s ends with the request, without a log line', async (path) => {
    await given();
    host.world.gateways.isSlow = true;
    const headers = { 'Content-Type': 'application/json' };
    const outgoing = request({ port: host.port, path: GATEWAYS + path, method: 'POST', headers, agent: false });
    outgoing.on('error', () => {});
    outgoing.end('{"kind":"sensgate","name":"x","host":"a"}');
    const signal = await until('the try', () => host.world.gateways.waiting[0]);
    expect(signal.aborted).toBe(false);
    outgoing.destroy();
    await until('its end', () => signal.aborted);
    // An answer that came after it shows that the one before it was dealt with.
    await ask(host.port, GATEWAYS);
    expect(log.lines).toEqual([]);
  });

  test('is not canceled after its response', async () => {
    host.world.gateways.failure = new MensuraError('too-many', '4 gateways are being tried already.');
    const answer = await post(host.port, `${GATEWAYS}/test`, '{"kind":"sensgate","name":"x","host":"a"}');
    expect([answer.status, messageOf(answer)]).toEqual([503, '4 gateways are being tried already.']);
  });
});

describe('an unknown gateway', () => {
  test.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ...['connect', 'disable', 'enable', 'test'].map((action) => ['POST', `/${action}`]),
  ])('%s %s', async (method, action = '') => {
    for (const body of ['{}', ...(method === 'PUT' || action === '/test' ? ['{"port":0}'] : [])]) {
      const answer = await write(host.port, method, `${GATEWAYS}/g00000000${action}`, body);
      expect([answer.status, messageOf(answer)]).toEqual([404, 'There is no gateway g00000000.']);
      expectPlain(answer);
    }
  });
});

describe('invalid fields', () => {
  const ROUTES = [
    ['POST', GATEWAYS],
    ['PUT', `${GATEWAYS}/g01a2b3c4`],
    ['POST', `${GATEWAYS}/g01a2b3c4/test`],
    ['POST', `${GATEWAYS}/test`],
  ] as const;

  const SENSGATE = '"kind":"sensgate","name":"x"';
  const REMOTE = '"kind":"mqtt","name":"x","client":"lab"';
  const KIND = 'must be "sensgate" or "mqtt"';

  const BODIES: readonly (readonly [fields: string, errors: Record<string, string | RegExp>])[] = [
    ['"name":"x"', { kind: KIND }],
    ['"kind":"modbus","name":1', { kind: KIND }],
    ['"kind":null', { kind: KIND }],
    ['"kind":"sensgate"', { name: /must be a string/, host: /must be a string/ }],
    [SENSGATE, { host: /must be a string/ }],
    [`${SENSGATE},"host":"http://gate"`, { host: 'must be a name or an address, without http://' }],
    [`${SENSGATE},"host":"gate:8080/x"`, { host: /without a port/ }],
    [`${SENSGATE},"host":"a","port":0,"period_ms":1.5`, { port: /from 1 to 65535/, period_ms: /whole number/ }],
    [`${SENSGATE},"host":"a","period_ms":99`, { period_ms: 'must be a whole number from 100 to 60000 ms, got 99' }],
    [`${SENSGATE},"host":"a","enabled":"yes"`, { enabled: 'must be true or false' }],
    [`${SENSGATE},"host":"a","prefix":"p","id":"g01a2b3c4"`, { prefix: 'unknown field', id: 'unknown field' }],
    ['"kind":"sensgate","host":"a","name":""', { name: 'must not be empty' }],
    [`"kind":"sensgate","host":"a","name":"${'n'.repeat(101)}"`, { name: 'must have at most 100 characters' }],
    [`${REMOTE},"prefix":"fleet/#"`, { prefix: /use \+ for one level/ }],
    [`${REMOTE},"prefix":"a+/b"`, { prefix: /\+ only as a whole level/ }],
    [`${REMOTE},"prefix":"a//b"`, { prefix: /contain \/\// }],
    ['"kind":"mqtt","name":"x","prefix":"a","client":""', { client: /identifier of the MQTT client/ }],
    [`${SENSGATE},"host":"a","host":"b"`, { host: 'duplicate field' }],
  ];

  test.each(ROUTES)('%s %s', async (method, path) => {
    await given();
    for (const [fields, expected] of BODIES) {
      const answer = await write(host.port, method, path, `{${fields}}`);
      expect([fields, answer.status]).toEqual([fields, 400]);
      expectPlain(answer);
      const { message, errors = [] } = messageSchema.parse(answer.json());
      const found = Object.fromEntries(errors.map((problem) => [problem.path, problem.message]));
      expect([fields, found]).toEqual([
        fields,
        Object.fromEntries(
          Object.entries(expected).map(([at, words]) => [
            at,
            typeof words === 'string' ? words : (expect.stringMatching(words) as string),
          ]),
        ),
      ]);
      for (const problem of errors) expect(message).toContain(`${problem.path}: ${problem.message}`);
    }
    expect(host.world.gateways.calls).toEqual([]);
  });

  test.each(['[]', 'null', '1', '"sensgate"'])('a body as %s', async (body) => {
    const answer = await post(host.port, GATEWAYS, body);
    const { errors } = messageSchema.parse(answer.json());
    expect([answer.status, errors]).toEqual([400, [{ path: '', message: 'must be an object' }]]);
  });

  test('found by the administration are listed as it names them', async () => {
    const errors = [{ path: 'host', message: 'gateway "Cellar" already uses it' }];
    host.world.gateways.failure = new MensuraError('conflict', 'host: the gateway asks it already.', { errors });
    const answer = await post(host.port, GATEWAYS, '{"kind":"sensgate","name":"x","host":"a"}');
    expect([answer.status, messageSchema.parse(answer.json()).errors]).toEqual([409, errors]);
  });
});
