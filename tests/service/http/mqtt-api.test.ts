/** The app API of MQTT clients: what it does. */
import { describe, expect, test } from 'vitest';
import {
  mqttClientsSchema,
  mqttClientViewSchema,
  mqttImportedSchema,
  mqttTestResultSchema,
} from '../../../service/contract/index.ts';
import { canonicalJson } from '../../../service/support/canonical-json.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { ask, messageOf, post, write } from './support/ask.ts';
import { ACTIONS, CLIENTS, clientPath, expectPlain, mqttApiRig } from './support/mqtt-api.ts';

const rig = mqttApiRig();

describe('the clients', () => {
  test('are listed', async () => {
    const none = await ask(rig.host.port, CLIENTS);
    expect(none.text).toBe('{"clients":[],"secret_storage":"file","simulated_published":false}');
    await rig.given('lab');
    const answer = await ask(rig.host.port, CLIENTS);
    expectPlain(answer);
    const { clients } = mqttClientsSchema.parse(answer.json());
    expect(clients.map(({ identifier, port }) => [identifier, port])).toEqual([['lab', 1883]]);
  });

  test('are added', async () => {
    const answer = await post(rig.host.port, CLIENTS, '{"identifier":"a/b 🌡️","name":"plant","advanced":{"qos":2}}');
    expect([answer.status, answer.headers.location]).toEqual([201, `${CLIENTS}/a%2Fb%20%F0%9F%8C%A1%EF%B8%8F`]);
    expectPlain(answer);
    expect(mqttClientViewSchema.parse(answer.json())).toMatchObject({ identifier: 'a/b 🌡️', advanced: { qos: 2 } });
    expect(rig.host.world.mqtt.calls).toEqual([
      ['create', { identifier: 'a/b 🌡️', name: 'plant', advanced: { qos: 2 } }],
    ]);
    const again = await ask(rig.host.port, answer.headers.location ?? '');
    expect(again.text).toBe(answer.text);
  });

  test('are refused if they exist', async () => {
    await rig.given('lab');
    const answer = await post(rig.host.port, CLIENTS, '{"identifier":"lab"}');
    expect([answer.status, messageOf(answer)]).toEqual([409, 'There is an MQTT client "lab" already.']);
  });

  test('are replaced, with omitted fields passed on as omitted', async () => {
    await rig.given('lab');
    const answer = await write(
      rig.host.port,
      'PUT',
      clientPath('lab'),
      '{"port":8883,"ssl":true,"advanced":{"ca":""}}',
    );
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(mqttClientViewSchema.parse(answer.json())).toMatchObject({ port: 8883, ssl: true });
    expect(rig.host.world.mqtt.calls).toEqual([['update', 'lab', { port: 8883, ssl: true, advanced: { ca: '' } }]]);
  });

  test.each([undefined, '', '{}'])('are removed, with the body %j', async (body) => {
    await rig.given('lab');
    const answer = await write(rig.host.port, 'DELETE', clientPath('lab'), body);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expectPlain(answer);
    expect(rig.host.world.mqtt.calls).toEqual([['remove', 'lab']]);
    expect((await ask(rig.host.port, clientPath('lab'))).status).toBe(404);
  });

  test('are restored', async () => {
    await rig.given('lab');
    await write(rig.host.port, 'DELETE', clientPath('lab'));
    const answer = await post(rig.host.port, `${clientPath('lab')}/restore`);
    expect([answer.status, mqttClientViewSchema.parse(answer.json()).identifier]).toEqual([200, 'lab']);
    expect(rig.host.world.mqtt.calls.at(-1)).toEqual(['restore', 'lab']);
  });

  test.each([
    ['connect', ['connect', 'lab']],
    ['enable', ['setEnabled', 'lab', true]],
    ['disable', ['setEnabled', 'lab', false]],
  ])('support %s', async (action, call) => {
    await rig.given('lab');
    for (const body of [undefined, '', '{}']) {
      const answer = await post(rig.host.port, `${clientPath('lab')}/${action}`, body);
      expect(answer.status).toBe(200);
      expectPlain(answer);
      const { advanced } = mqttClientViewSchema.parse(answer.json());
      expect(advanced.enabled).toBe(action !== 'disable');
    }
    expect(rig.host.world.mqtt.calls).toEqual([call, call, call]);
  });
});

describe('a connection test', () => {
  test('runs without a stored client', async () => {
    const answer = await post(rig.host.port, '/app/v1/mqtt/test', '{"host":"broker","password":"p"}');
    expect(answer.status).toBe(200);
    expectPlain(answer);
    expect(mqttTestResultSchema.parse(answer.json()).ok).toBe(true);
    expect(rig.host.world.mqtt.calls).toEqual([['test', { host: 'broker', password: 'p' }, undefined]]);
  });

  test('of an empty configuration uses the defaults', async () => {
    await post(rig.host.port, '/app/v1/mqtt/test', '{}');
    expect(rig.host.world.mqtt.calls).toEqual([['test', {}, undefined]]);
    expect((await post(rig.host.port, '/app/v1/mqtt/test', '')).status).toBe(400);
  });

  test.each([undefined, '', '{}'])('uses the stored configuration with the body %j', async (body) => {
    await rig.host.world.mqtt.create({
      identifier: 'lab',
      host: 'broker',
      username: 'u',
      password: 'stored',
      protocol_version: 5,
      reconnect: { enable: false },
      advanced: { layout: 'both', ca: '', key: 'stored' },
    });
    rig.host.world.mqtt.calls.length = 0;
    const answer = await post(rig.host.port, `${clientPath('lab')}/test`, body);
    expect(mqttTestResultSchema.parse(answer.json()).ok).toBe(true);
    expect(rig.host.world.mqtt.calls).toEqual([
      [
        'test',
        {
          host: 'broker',
          name: 'lab',
          username: 'u',
          port: 1883,
          protocol_version: 5,
          keep_alive: 60,
          clean_session: true,
          ssl: false,
          reconnect: { enable: false, min_delay: 1000, max_delay: 60_000 },
          advanced: {
            enabled: true,
            qos: 1,
            layout: 'both',
            discovery: false,
            path: '/mqtt',
            proxy: '',
            proxy_username: '',
            transport: 'tcp',
            readings: {
              channel_list: [],
              channels: 'all',
              deadband: 0,
              deadband_unit: 'absolute',
              decimals: null,
              device_list: [],
              devices: 'all',
              families: ['usb', 'gateway', 'computed'],
              interval_s: 0,
              interval_value: 'newest',
              longest_silence_s: 3600,
              only_changes: false,
              uncorrected: false,
            },
            discovery_prefix: 'homeassistant',
            check_server_name: true,
            client_id: '',
            store_and_forward: true,
            alpn: [],
          },
        },
        'lab',
      ],
    ]);
  });

  test('uses the given configuration instead of the stored one', async () => {
    await rig.given('lab');
    await post(rig.host.port, `${clientPath('lab')}/test`, '{"port":1884}');
    expect(rig.host.world.mqtt.calls).toEqual([['test', { port: 1884 }, 'lab']]);
  });
});

describe('files', () => {
  test('are exported as an attachment', async () => {
    await rig.given('lab');
    const answer = await ask(rig.host.port, '/app/v1/mqtt/export');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="mensura-mqtt-clients.json"');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toBe(
      canonicalJson({ mqtt: { clients: { lab: { host: 'localhost', name: 'plant', port: 1883 } } } }, true),
    );
    const back = await post(rig.host.port, '/app/v1/mqtt/import', answer.text);
    expect(mqttImportedSchema.parse(back.json())).toEqual({ added: [], updated: ['lab'] });
  });

  test('are imported, also with passwords in clear text', async () => {
    const file = { mqtt: { clients: { lab: { password: 'p', secret: 's' }, new: { advanced: { qos: 0 } } } } };
    const answer = await post(rig.host.port, '/app/v1/mqtt/import', JSON.stringify(file));
    expect([answer.status, answer.text]).toEqual([200, '{"added":["lab","new"],"updated":[]}']);
    expect(rig.host.world.mqtt.calls).toEqual([['import', file]]);
  });
});

describe('a failed change', () => {
  test.each([
    [new MensuraError('storage-failed', 'The disk is full.'), 500, 'The disk is full.'],
    [new MensuraError('conflict', 'It is there again.'), 409, 'It is there again.'],
    [new Error('inner detail'), 500, 'Internal error. The log has the details.'],
  ])('%s', async (failure, status, message) => {
    await rig.given('lab');
    rig.host.world.mqtt.failure = failure;
    for (const [method, path, body] of [
      ['POST', CLIENTS, '{"identifier":"a"}'],
      ['PUT', clientPath('lab'), '{}'],
      ['DELETE', clientPath('lab'), undefined],
      ['POST', '/app/v1/mqtt/import', '{"mqtt":{"clients":{"a":{}}}}'],
      ...ACTIONS.map((action) => ['POST', `${clientPath('lab')}/${action}`, undefined] as const),
    ] as const) {
      const answer = await write(rig.host.port, method, path, body);
      expect([path, answer.status, answer.json()]).toEqual([path, status, { message }]);
    }
  });
});

describe('a password', () => {
  const SECRET = 'purple horse battery';

  test('never appears in a response, event or log line', async () => {
    const client = { password: SECRET, advanced: { key: SECRET, ca: SECRET } };
    const expert = { mqtt: { clients: { lab: { password: SECRET } } } };
    const file = { mqtt: { clients: { lab: client } } };
    const texts: string[] = [];
    const send = async (method: string, path: string, body: unknown): Promise<void> => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      // As it is, and damaged in some ways.
      for (const sent of [
        text,
        text.slice(0, -1),
        `${text}}`,
        text.replace('"password":', '"password":x'),
        `[${text}]`,
      ]) {
        const answer = await write(rig.host.port, method, path, sent);
        texts.push(answer.text, JSON.stringify(answer.headers));
      }
    };
    await send('POST', CLIENTS, { identifier: 'lab', ...client });
    for (const path of [
      CLIENTS,
      `${CLIENTS}/lab`,
      '/app/v1/mqtt/export',
      '/app/v1/status',
      '/metrics',
      '/openapi.json',
    ]) {
      texts.push((await ask(rig.host.port, path)).text);
    }
    await send('PUT', `${CLIENTS}/lab`, client);
    await send('POST', `${CLIENTS}/lab/test`, client);
    await send('POST', '/app/v1/mqtt/test', client);
    await send('POST', '/app/v1/mqtt/import', file);
    await send('POST', `${CLIENTS}/lab/enable`, client);
    await send('DELETE', `${CLIENTS}/lab`, client);
    for (const version of ['3.6.0', '3.7.0']) {
      await send('POST', `/expert/${version}/add_mqtt_clients`, expert);
      await send('POST', `/expert/${version}/remove_mqtt_client`, expert);
      await send('POST', `/expert/${version}/remove_mqtt_client`, { mqtt: { clients: [{ password: SECRET }] } });
    }
    const wrong = { port: 0, username: `${SECRET}\u0000`, password: `${SECRET}\u0000`, host: `${SECRET}@broker` };
    await send('PUT', `${CLIENTS}/lab`, wrong);
    await send('POST', '/expert/3.7.0/add_mqtt_clients', { mqtt: { clients: { lab: wrong } } });
    expect(rig.host.world.mqtt.calls.length).toBeGreaterThan(5);
    expect(texts.length).toBeGreaterThan(100);
    for (const text of [...texts, ...rig.log.lines]) expect(text).not.toMatch(/purple|horse|battery/);
  });
});
