import { describe, expect, it } from 'vitest';
import { summarise } from '../../electron/tray-summary.ts';

describe('summarise', () => {
  it.each([
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
});
