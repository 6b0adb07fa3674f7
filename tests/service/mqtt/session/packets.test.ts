/** Numbers and sizes of packets, by the words of the standard. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseConnack } from '../../../../service/mqtt/session/broker-capabilities.ts';
import type { BrokerEndpoint } from '../../../../service/mqtt/session/broker-endpoint.ts';
import { connectOptions } from '../../../../service/mqtt/session/connect-options.ts';
import { MessageIds } from '../../../../service/mqtt/session/message-ids.ts';
import { packetSize, sizeError } from '../../../../service/mqtt/session/packet-size.ts';
import { NO_SECRETS } from '../../../../service/mqtt/types.ts';
import { createTlsContext } from '../../../../service/secrets/tls-context.ts';
import { clientConfig, WILL } from '../../../support/mqtt/session.ts';

describe('message ids', () => {
  test('they go from 1 to 65535 and round again, past those in use', () => {
    const inUse = new Set<number>();
    const ids = new MessageIds((id) => inUse.has(id));
    const first = ids.allocate();
    inUse.add(first);
    const seen = new Set([first]);
    for (let count = 1; count < 65_535; count += 1) seen.add(ids.allocate());
    expect(seen.size).toBe(65_535);
    expect(Math.min(...seen)).toBe(1);
    expect(Math.max(...seen)).toBe(65_535);
    // Round: the one in use is left out.
    expect(ids.allocate()).toBe((first % 65_535) + 1);
    expect(ids.getLastAllocated()).toBe((first % 65_535) + 1);
  });
});

describe('the size of a packet', () => {
  test('by the standard', () => {
    // 1 header, 1 length, 2 + 3 topic, 2 identifier, 1 properties, 4 payload.
    expect(packetSize({ topic: 'a/b', payload: 'data', qos: 1 })).toBe(14);
    expect(packetSize({ topic: 'a/b', payload: 'data', qos: 0 })).toBe(12);
    expect(packetSize({ topic: 'a/b', payload: 'data', qos: 2, expiry: 60 })).toBe(19);
    // A remaining length of 127 has one byte, 128 two: 8 beside the payload.
    expect(packetSize({ topic: 'a/b', payload: 'x'.repeat(119), qos: 1 })).toBe(129);
    expect(packetSize({ topic: 'a/b', payload: 'x'.repeat(120), qos: 1 })).toBe(131);
    expect(packetSize({ topic: 'a/b', payload: '°', qos: 0 })).toBe(10);
  });

  test('a message fits exactly when its packet does', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 1500 }), (topic, payload, maximum) => {
        const message = { topic, payload, qos: 1, retain: false } as const;
        expect(sizeError(message, maximum) === undefined).toBe(packetSize(message) <= maximum);
      }),
    );
  });

  test('a topic that MQTT cannot express', () => {
    const message = { payload: '', qos: 1, retain: false } as const;
    expect(sizeError({ ...message, topic: '°'.repeat(32_767) }, 1e9)).toBeUndefined();
    expect(sizeError({ ...message, topic: '°'.repeat(32_768) }, 1e9)).toBe('The topic exceeds the MQTT length limit.');
  });
});

describe('what a broker grants', () => {
  const connack = { cmd: 'connack', sessionPresent: false } as const;

  test('nothing said means everything', () => {
    expect(parseConnack(connack, 5)).toEqual({
      receiveMaximum: 65_535,
      maximumQos: 2,
      retain: true,
      maximumPacketSize: 268_435_460,
      keepAlive: undefined,
      sessionPresent: false,
    });
  });

  test('what it says counts', () => {
    const properties = {
      receiveMaximum: 20,
      maximumQoS: 0,
      retainAvailable: false,
      maximumPacketSize: 1000,
      serverKeepAlive: 30,
    };
    expect(parseConnack({ ...connack, sessionPresent: true, properties }, 5)).toEqual({
      receiveMaximum: 20,
      maximumQos: 0,
      retain: false,
      maximumPacketSize: 1000,
      keepAlive: 30,
      sessionPresent: true,
    });
  });

  test('MQTT 3.1 cannot say that a session is there', () => {
    expect(parseConnack(connack, 3).sessionPresent).toBe(true);
    expect(parseConnack(connack, 4).sessionPresent).toBe(false);
  });
});

describe('CONNECT', () => {
  const options = (input: Parameters<typeof clientConfig>[0], will: BrokerEndpoint['will'] = null, reads = false) => {
    const config = clientConfig(input);
    const secrets = config.secrets ?? NO_SECRETS;
    return connectOptions(
      { config, secrets, clientId: 'id', will, secureContext: () => createTlsContext(secrets) },
      reads,
    );
  };

  test('protocol names and versions', () => {
    expect(options({ protocol_version: 3 })).toMatchObject({ protocolId: 'MQIsdp', protocolVersion: 3 });
    expect(options({ protocol_version: 4 })).toMatchObject({ protocolId: 'MQTT', protocolVersion: 4 });
    expect(options({ protocol_version: 5 })).toMatchObject({ protocolId: 'MQTT', protocolVersion: 5 });
  });

  test('the library does nothing by itself', () => {
    expect(options({})).toMatchObject({
      reconnectPeriod: 0,
      queueQoSZero: false,
      reconnectOnConnackError: false,
      resubscribe: false,
    });
  });

  test('credentials', () => {
    expect(options({})).not.toHaveProperty('username');
    expect(options({})).not.toHaveProperty('password');
    expect(options({ username: 'lab' })).not.toHaveProperty('password');
    expect(options({ username: 'lab', password: 'p' })).toMatchObject({ username: 'lab', password: 'p' });
    expect(options({ protocol_version: 5, password: 'p' })).toMatchObject({ username: '', password: 'p' });
  });

  test('a session that is kept means something in MQTT 5', () => {
    expect(options({ protocol_version: 5, clean_session: false })).toMatchObject({
      clean: false,
      properties: { sessionExpiryInterval: 86_400 },
    });
    expect(options({ protocol_version: 5 }).properties).not.toHaveProperty('sessionExpiryInterval');
    expect(options({ protocol_version: 4, clean_session: false })).not.toHaveProperty('properties');
  });

  test('a broker of MQTT 5 is told on every connection how much is taken', () => {
    const bounds = { receiveMaximum: 1, maximumPacketSize: 262_144 };
    expect(options({ protocol_version: 5 }).properties).toEqual(bounds);
    expect(options({ protocol_version: 5, clean_session: false }).properties).toMatchObject(bounds);
    expect(options({ protocol_version: 5 }, null, true).properties).toEqual({ ...bounds, receiveMaximum: 1000 });
    expect(options({ protocol_version: 4 }, null, true)).not.toHaveProperty('properties');
  });

  test('the last will', () => {
    const payload = Buffer.from('offline');
    expect(options({}, WILL).will).toEqual({ topic: 'lab/status', payload, qos: 1, retain: true });
    expect(options({ protocol_version: 5 }, { ...WILL, expiry: 9 }).will).toMatchObject({
      properties: { messageExpiryInterval: 9 },
    });
    expect(options({}, { ...WILL, expiry: 9 }).will).not.toHaveProperty('properties');
  });
});
