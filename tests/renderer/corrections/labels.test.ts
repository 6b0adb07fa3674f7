import { describe, expect, test } from 'vitest';
import { describeChange } from '../../../renderer/data/corrections/labels.ts';
import { channelName } from '../../../renderer/data/devices/channel-name.ts';
import { measuredChannels } from '../../../renderer/data/devices/row-channels.ts';
import {
  type CorrectionInput,
  type CorrectionVersion,
  describeCurve,
  formatCurve,
} from '../../../service/contract/index.ts';
import { appDevice } from '../../support/views/devices.ts';

const INPUT: CorrectionInput = {
  enabled: true,
  unit: '°C',
  points: [{ measured: 20.1, reference: 20 }],
  fit: 'exact',
  range: null,
  standard: '',
  date: '',
  by: '',
  note: '',
  due: null,
};
const version = (correction: CorrectionInput | null): CorrectionVersion => ({
  version: 1,
  since: '2026-11-01T08:00:00.000Z',
  correction,
  coefficients: null,
});
const changeOf = (after: CorrectionInput | null, before?: CorrectionInput | null): string =>
  describeChange(version(after), before === undefined ? undefined : version(before));

describe('a version', () => {
  test.each<[string, CorrectionInput | null, CorrectionInput | null | undefined]>([
    ['added: offset, 1 point', INPUT, undefined],
    ['added: offset, 1 point', INPUT, null],
    ['added, turned off: offset, 1 point', { ...INPUT, enabled: false }, undefined],
    ['turned off', { ...INPUT, enabled: false }, INPUT],
    [
      'points, range and by changed',
      { ...INPUT, points: [], range: { from: 0, to: 1, outside: 'none' }, by: 'x' },
      INPUT,
    ],
    ['turned on, next check changed', { ...INPUT, due: '2027-01-01' }, { ...INPUT, enabled: false }],
    ['removed', null, INPUT],
    ['saved without a change', INPUT, INPUT],
  ])('is described as: %s', (text, after, before) => {
    expect(changeOf(after, before)).toBe(text);
  });
});

test.each([
  ['exact', 1, 'offset, 1 point'],
  ['exact', 2, 'straight line, 2 points'],
  ['exact', 3, 'parabola, 3 points'],
  ['line', 4, 'straight line, 4 points, least squares'],
  ['parabola', 5, 'parabola, 5 points, least squares'],
] as const)('a curve has a name: %s of %i', (fit, count, text) => {
  const points = Array.from({ length: count }, (_, index) => ({ measured: index, reference: index }));
  expect(describeCurve({ fit, points })).toBe(text);
});

test.each([
  [[-0.1, 1, 0], '−0.1 + x'],
  [[0, 0.998, 0], '0.998·x'],
  [[0.25, 1.002, -0.00003], '0.25 + 1.002·x − 3E−5·x²'],
  [[0, 1, 1e-7], 'x + 1E−7·x²'],
  [[0, 0, 0], '0'],
])('a curve is written as a polynomial: %j', (coefficients, text) => {
  expect(formatCurve(coefficients)).toBe(text);
});

test('an uncorrected channel is called as its corrected one', () => {
  const device = appDevice({
    serial: 'E1',
    channels: {
      temperature: { unit: '°C', description: 'Temperature', value: 20 },
      temperature_uncorrected: { unit: '°C', description: 'Temperature, uncorrected', value: 20.1 },
    },
  });
  expect(channelName(device, 'temperature_uncorrected')).toBe('Temperature, uncorrected');
  const named = { ...device, channel_names: { temperature: { alias: 'Oven', note: '' } } };
  expect(channelName(named, 'temperature_uncorrected')).toBe('Oven, uncorrected');
  const both = {
    ...named,
    channel_names: { ...named.channel_names, temperature_uncorrected: { alias: 'Raw', note: '' } },
  };
  expect(channelName(both, 'temperature_uncorrected')).toBe('Raw');
  expect(measuredChannels(device).map(({ label }) => label)).toEqual(['temperature']);
});
