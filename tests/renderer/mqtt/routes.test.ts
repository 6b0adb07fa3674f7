import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientRoute, copyRoute, MQTT_ROUTE, mqttTarget, NEW_ROUTE } from '../../../renderer/features/mqtt/routes.ts';
import { identifierError } from '../../../service/contract/index.ts';

const identifiers = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('new', '+new', '+copy', '+copy/a', 'a/b', '%2B', '100%'))
  .filter((text) => identifierError(text) === undefined);

describe('routes of the MQTT page', () => {
  test('any identifier comes back, as a client and as what is copied, and is never taken for anything else', () => {
    fc.assert(
      fc.property(identifiers, (identifier) => {
        expect(mqttTarget(clientRoute(identifier))).toEqual({ kind: 'client', identifier });
        expect(mqttTarget(copyRoute(identifier))).toEqual({ kind: 'copy', identifier });
      }),
    );
  });

  test.each([
    [MQTT_ROUTE, { kind: 'none' }],
    [`${MQTT_ROUTE}/`, { kind: 'none' }],
    ['/devices', { kind: 'none' }],
    [NEW_ROUTE, { kind: 'new' }],
    ['/mqtt/new', { kind: 'client', identifier: 'new' }],
    ['/mqtt/100%', { kind: 'client', identifier: '100%' }],
  ])('%s', (route, target) => {
    expect(mqttTarget(route)).toEqual(target);
  });
});
