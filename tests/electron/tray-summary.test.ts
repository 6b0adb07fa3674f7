import { describe, expect, test } from 'vitest';
import { summarizeTray } from '../../electron/tray-summary.ts';

describe('summarise', () => {
  test.each([
    [[], 0, 'idle', 'No devices'],
    [['measuring'], 0, 'measuring', 'Reading 1 device'],
    [['measuring', 'measuring'], 0, 'measuring', 'Reading 2 devices'],
    [['measuring', 'starting'], 0, 'measuring', 'Reading 1 of 2 devices'],
    [['measuring', 'silent'], 0, 'problem', 'Reading 1 of 2 devices'],
    [['failing'], 0, 'problem', 'Reading 0 of 1 device'],
    [['measuring'], 1, 'problem', 'Reading 1 device, 1 problem'],
    [[], 2, 'problem', 'No devices, 2 problems'],
  ] as const)('summarizes %j and %i problems', (states, problems, state, text) => {
    expect(summarizeTray(states, problems)).toEqual({ state, text });
  });

  const SEEN = '2026-11-20T12:00:00.000Z';

  test.each([
    [[[null, null]], '1 alarm. Reading 1 device, 1 problem'],
    [[[null, SEEN]], '1 alarm, acknowledged. Reading 1 device, 1 problem'],
    [
      [
        [null, null],
        [null, SEEN],
        [SEEN, null],
      ],
      '2 alarms. Reading 1 device, 1 problem',
    ],
    [[[SEEN, null]], '1 alarm cleared, unacknowledged. Reading 1 device, 1 problem'],
  ] as const)('puts alarms first: %j', (moments, text) => {
    const alarms = moments.map(([ended, acknowledged]) => ({ ended, acknowledged }));
    expect(summarizeTray(['measuring'], 1, alarms)).toEqual({ state: 'alarm', text });
  });
});
