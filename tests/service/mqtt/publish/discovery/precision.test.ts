import { expect, test } from 'vitest';
import { decimalsOf } from '../../../../../service/contract/index.ts';
import { QUANTITIES } from '../../../../../service/devices/quantities.ts';
import { precisionOf } from '../../../../../service/mqtt/publish/discovery/device-classes.ts';

test.each(Object.entries(QUANTITIES))('%s is shown with the decimals of our own window', (channel, { unit }) => {
  expect(precisionOf(channel, unit)).toBe(decimalsOf(channel, unit));
  expect(precisionOf(`${channel}_2`, unit)).toBe(decimalsOf(`${channel}_2`, unit));
});

test('a unit that is not known is left to Home Assistant', () => {
  expect(precisionOf('something', 'furlong')).toBeUndefined();
});
