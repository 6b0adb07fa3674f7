import { expect, test } from 'vitest';
import { decimalsOf as decimalsOfCharts } from '../../../../../renderer/data/units/display-unit.ts';
import { QUANTITIES } from '../../../../../service/devices/quantities.ts';
import { decimalsOf } from '../../../../../service/mqtt/publish/discovery/device-classes.ts';

test.each(Object.entries(QUANTITIES))('%s is shown with the decimals of our own charts', (channel, { unit }) => {
  expect(decimalsOf(channel, unit)).toBe(decimalsOfCharts(channel, unit).normal);
  expect(decimalsOf(`${channel}_2`, unit)).toBe(decimalsOfCharts(`${channel}_2`, unit).normal);
});

test('a unit that is not known is left to Home Assistant', () => {
  expect(decimalsOf('something', 'furlong')).toBeUndefined();
});
