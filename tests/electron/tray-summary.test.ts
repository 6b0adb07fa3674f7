import { describe, expect, test } from 'vitest';
import { summarise } from '../../electron/tray-summary.ts';

describe('summarise', () => {
  test.each([
    [[], 0, 'idle', 'No instruments'],
    [['measuring'], 0, 'measuring', 'Measuring 1 instrument'],
    [['measuring', 'measuring'], 0, 'measuring', 'Measuring 2 instruments'],
    [['measuring', 'starting'], 0, 'measuring', 'Measuring 1 of 2 instruments'],
    [['measuring', 'silent'], 0, 'trouble', 'Measuring 1 of 2 instruments'],
    [['failing'], 0, 'trouble', 'Measuring 0 of 1 instrument'],
    [['measuring'], 1, 'trouble', 'Measuring 1 instrument, 1 trouble'],
    [[], 2, 'trouble', 'No instruments, 2 troubles'],
  ] as const)('sums up %j and %i troubles', (states, troubles, state, text) => {
    expect(summarise(states, troubles)).toEqual({ state, text });
  });

  const SEEN = '2026-11-20T12:00:00.000Z';

  test.each([
    [[[null, null]], '1 alarm. Measuring 1 instrument, 1 trouble'],
    [[[null, SEEN]], '1 alarm, acknowledged. Measuring 1 instrument, 1 trouble'],
    [
      [
        [null, null],
        [null, SEEN],
        [SEEN, null],
      ],
      '2 alarms. Measuring 1 instrument, 1 trouble',
    ],
    [[[SEEN, null]], '1 alarm over, not acknowledged. Measuring 1 instrument, 1 trouble'],
  ] as const)('alarms come first: %j', (moments, text) => {
    const alarms = moments.map(([ended, acknowledged]) => ({ ended, acknowledged }));
    expect(summarise(['measuring'], 1, alarms)).toEqual({ state: 'alarm', text });
  });
});
