import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  copyDestinationRoute,
  destinationRoute,
  destinationTarget,
} from '../../../renderer/features/notifications/routes.ts';

test('any id comes back, and is never taken for anything else', () => {
  const ids = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('+new', '+copy', '+copy/n1', 'new', '%2B', '100%'),
  );
  fc.assert(
    fc.property(ids, (id) => {
      expect(destinationTarget(destinationRoute(id))).toEqual({ kind: 'destination', id });
      expect(destinationTarget(copyDestinationRoute(id))).toEqual({ kind: 'copy', id });
    }),
  );
});

test.each([
  ['/notifications', { kind: 'none' }],
  ['/notifications/', { kind: 'none' }],
  ['/alarms/n1', { kind: 'none' }],
  ['/notifications/+new', { kind: 'new' }],
  ['/notifications/+copy/n1', { kind: 'copy', id: 'n1' }],
  ['/notifications/100%', { kind: 'destination', id: '100%' }],
])('%s', (route, target) => {
  expect(destinationTarget(route)).toEqual(target);
});
