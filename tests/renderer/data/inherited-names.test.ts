/** Units, channels and protocols of other Mensuras can be called what every object has something under. */
import { describe, expect, test } from 'vitest';
import { channelsOf } from '../../../renderer/data/devices/channels.ts';
import { seriesStyles } from '../../../renderer/features/charts/series-styles.tsx';
import { decimalsOf, defaultDisplayUnit, displayUnit } from '../../../service/contract/index.ts';
import { constantSpan } from '../../../service/contract/value-range.ts';

const INHERITED = Object.getOwnPropertyNames(Object.prototype);

describe.each(INHERITED)('a name like %s', (name) => {
  test('is a unit like any other', () => {
    expect(decimalsOf('x', name)).toEqual(decimalsOf('x', 'furlong'));
    expect(defaultDisplayUnit(name)).toBe(name);
    expect(constantSpan(name, 5)).toBe(constantSpan('furlong', 5));
    expect(displayUnit(name, undefined).format(1.5, 'x')).toBe(displayUnit('furlong', undefined).format(1.5, 'x'));
  });

  test.each([name, `${name}_2`])('is a channel like any other: %s', (label) => {
    expect(decimalsOf(label, 'V')).toEqual(decimalsOf('x', 'V'));
    expect(seriesStyles([{ label, unit: 'V' }])).toEqual(seriesStyles([{ label: 'x', unit: 'V' }]));
  });

  test('is no channel that a device did not describe', () => {
    expect(channelsOf({ device: { channel_list: [name] }, product: { channels: {} } })).toEqual([]);
  });
});
