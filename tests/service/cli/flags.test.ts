import { describe, expect, test } from 'vitest';
import { type RunTarget, runTargetsOption, secondsOption } from '../../../service/cli/flags.ts';

describe('targets of a run', () => {
  test.each<[string, RunTarget[]]>([
    ['E24638', [{ target: 'E24638', low: null, high: null }]],
    [
      'E24638/temperature:2..8,usb/E1/co2',
      [
        { target: 'E24638/temperature', low: 2, high: 8 },
        { target: 'usb/E1/co2', low: null, high: null },
      ],
    ],
    ['a:-20.5..', [{ target: 'a', low: -20.5, high: null }]],
    ['a:..1e3', [{ target: 'a', low: null, high: 1000 }]],
    ['00:11:22/temperature', [{ target: '00:11:22/temperature', low: null, high: null }]],
    ['00:11:22/temperature:2..8', [{ target: '00:11:22/temperature', low: 2, high: 8 }]],
  ])('%s', (text, targets) => {
    expect(runTargetsOption(text, undefined)).toEqual(targets);
  });

  test('are added to those of an earlier flag', () => {
    const earlier = runTargetsOption('a', undefined);
    expect(runTargetsOption('b,c', earlier).map(({ target }) => target)).toEqual(['a', 'b', 'c']);
  });

  test.each(['', 'a,', 'a:x..8', 'a:2..y', 'a,b:2..8..9'])('refuses %j', (text) => {
    expect(() => runTargetsOption(text, undefined)).toThrow(/must be/);
  });
});

test.each([
  ['30', 30],
  ['0', 0],
  ['1.5', 1.5],
  ['500ms', 0.5],
  ['30s', 30],
  ['3h', 10_800],
  ['30d', 2_592_000],
])('a time of %s is %d seconds', (text, seconds) => {
  expect(secondsOption(text)).toBe(seconds);
});

test.each(['', '-1', 'soon', '1:30', '1.2.3'])('%j is no time', (text) => {
  expect(() => secondsOption(text)).toThrow('must be seconds, or a number with ms, s, m, h, d or w');
});
