import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { gatewayRoute, gatewayTarget } from '../../../renderer/features/gateways/routes.ts';

test('any id comes back, and is never taken for anything else', () => {
  const ids = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('+new', '+new/mqtt', 'new', '%2B', '100%'),
  );
  fc.assert(
    fc.property(ids, (id) => {
      expect(gatewayTarget(gatewayRoute(id))).toEqual({ kind: 'gateway', id });
    }),
  );
});

test.each([
  ['/gateways', { kind: 'none' }],
  ['/gateways/', { kind: 'none' }],
  ['/mqtt/g1', { kind: 'none' }],
  ['/gateways/+new', { kind: 'new', of: 'sensgate' }],
  ['/gateways/+new/mqtt', { kind: 'new', of: 'mqtt' }],
  ['/gateways/100%', { kind: 'gateway', id: '100%' }],
])('%s', (route, target) => {
  expect(gatewayTarget(route)).toEqual(target);
});
