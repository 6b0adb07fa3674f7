import { expect, test } from 'vitest';
import {
  computedIdOf,
  computedTarget,
  copyComputedRoute,
  editComputedRoute,
  NEW_COMPUTED_ROUTE,
} from '../../../renderer/features/computed/routes.ts';
import { deviceOfRoute } from '../../../renderer/features/devices/routes.ts';

test('the form of a new computed channel is no device', () => {
  expect(computedTarget(NEW_COMPUTED_ROUTE)).toEqual({ kind: 'new', copyOf: '' });
  expect(deviceOfRoute(NEW_COMPUTED_ROUTE)).toBeUndefined();
  expect(computedTarget(copyComputedRoute('c1'))).toEqual({ kind: 'new', copyOf: 'c1' });
});

test('a computed channel has readings and a form', () => {
  expect(deviceOfRoute('/devices/computed/c1')).toEqual({ family: 'computed', serial: 'c1' });
  expect(computedTarget('/devices/computed/c1')).toBeUndefined();
  expect(computedTarget(editComputedRoute('c1'))).toEqual({ kind: 'edit', id: 'c1' });
  expect(computedIdOf('/devices/computed/c1/last=2h')).toBe('c1');
});

test.each(['/devices', '/devices/usb/E1/edit', '/devices/computed/c1/last=2h'])('%s is no form', (route) => {
  expect(computedTarget(route)).toBeUndefined();
});
