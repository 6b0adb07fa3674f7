import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTopicReader, filtersOf } from '../../../../../service/drivers/gateway/remote/topics.ts';

test('the filters of a prefix, and of one with wildcards: nothing else is delivered', () => {
  expect(filtersOf('lab')).toEqual(['lab/status', 'lab/about', 'lab/+/info', 'lab/+/status', 'lab/+/measurement']);
  expect(filtersOf('fleet/+')).toEqual([
    'fleet/+/status',
    'fleet/+/about',
    'fleet/+/+/info',
    'fleet/+/+/status',
    'fleet/+/+/measurement',
  ]);
});

describe('topics', () => {
  const read = createTopicReader('fleet/+');

  test.each([
    ['fleet/pi 7/status', { prefix: 'fleet/pi 7', serial: undefined, kind: 'status' }],
    ['fleet/pi/about', { prefix: 'fleet/pi', serial: undefined, kind: 'about' }],
    ['fleet/pi/E24638/info', { prefix: 'fleet/pi', serial: 'E24638', kind: 'info' }],
    ['fleet/pi/E24638/status', { prefix: 'fleet/pi', serial: 'E24638', kind: 'status' }],
    ['fleet/pi/E24638/measurement', { prefix: 'fleet/pi', serial: 'E24638', kind: 'measurement' }],
    ['fleet/pi/a%2Fb%25/info', { prefix: 'fleet/pi', serial: 'a/b%', kind: 'info' }],
    // An instrument may be called as a topic is.
    ['fleet/pi/status/status', { prefix: 'fleet/pi', serial: 'status', kind: 'status' }],
  ])('%s', (topic, expected) => {
    expect(read(topic)).toEqual(expected);
  });

  test.each([
    'fleet',
    'fleet/pi',
    'fleet/pi/info',
    'fleet/pi/Status',
    'fleet/pi/E24638/about',
    'fleet/pi/E24638/channel/temperature',
    'fleet/pi//info',
    'fleet/pi/E24638/info/',
    // Not how a serial is written: encoded without need, in small letters, and no UTF-8 at all.
    'fleet/pi/%45/info',
    'fleet/pi/a%2fb/info',
    'fleet/pi/%FF/info',
    'fleet/pi/%/info',
    // Names that objects have of themselves, and that an address cannot carry.
    'fleet/pi/__proto__/info',
    'fleet/pi/../info',
    `fleet/pi/${'E'.repeat(256)}/info`,
    `fleet/${'p'.repeat(1020)}/status`,
  ])('%s is none', (topic) => {
    expect(read(topic)).toBeUndefined();
  });

  test('reads back whatever serial is published', () => {
    // As docs/mqtt.md says it: %, /, +, # and control characters, in UTF-8.
    const level = (serial: string): string =>
      // oxlint-disable-next-line no-control-regex -- control characters are among what is replaced
      serial.replaceAll(/[%/+#\u0000-\u001F\u007F-\u009F]/g, (sign) =>
        [...new TextEncoder().encode(sign)]
          .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
          .join(''),
      );
    const names = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 20 })
      .filter((text) => !/^\.\.?$/.test(text) && !(text in {}) && text !== 'prototype');
    fc.assert(
      fc.property(names, (serial) => {
        expect(read(`fleet/pi/${level(serial)}/info`)).toEqual({ prefix: 'fleet/pi', serial, kind: 'info' });
      }),
    );
  });

  test('any topic is read, or is none', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 6 }), (levels) => {
        expect(() => read(levels.join('/'))).not.toThrow();
      }),
    );
  });
});
