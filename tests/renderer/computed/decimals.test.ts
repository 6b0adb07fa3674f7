import { expect, test } from 'vitest';
import { decimalsIn } from '../../../renderer/data/computed/decimals.ts';
import { precisionOf } from '../../../renderer/features/charts/channels.ts';
import { displayUnit } from '../../../service/contract/index.ts';
import { MARGIN } from '../../support/views/computed.ts';

const view = { id: 'c1', computed: MARGIN, inputs: [], has_integral: false, reset_at: null };

test('only computed channels have decimals of their own', () => {
  const decimalsOf = decimalsIn(new Map([['c1', { view, gone: false }]]));
  expect(decimalsOf({ family: 'computed', serial: 'c1' })).toBe(1);
  expect(decimalsOf({ family: 'usb', serial: 'c1' })).toBeUndefined();
  expect(decimalsOf({ family: 'computed', serial: 'c2' })).toBeUndefined();
});

test('decimals of their own replace those of the sensor', () => {
  const celsius = displayUnit('°C', undefined);
  expect(celsius.format(8.3287, precisionOf({ label: 'temperature' }))).toBe('8.33');
  expect(celsius.format(8.3287, precisionOf({ label: 'value', decimals: 1 }))).toBe('8.3');
  expect(celsius.format(8.3287, precisionOf({ label: 'value', decimals: 0 }))).toBe('8');
});
