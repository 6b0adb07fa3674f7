import { expect, test } from 'vitest';
import { sinceSwitched } from '../../../renderer/data/corrections/switched.ts';
import type { CorrectionVersion } from '../../../service/contract/index.ts';

/** @param states of the versions, newest first; a version per second, the oldest at 1 s */
const versions = (states: string): CorrectionVersion[] =>
  states.split('').map((state, index) => ({
    version: states.length - index,
    since: new Date((states.length - index) * 1000).toISOString(),
    correction: null,
    coefficients: state === '+' ? [0, 1, 0] : null,
  }));

test.each([
  ['no versions', '', Number.NEGATIVE_INFINITY],
  ['one that is on', '+', 2000],
  ['one that is off, as before', '-', Number.NEGATIVE_INFINITY],
  ['changes while it is on', '+++', 2000],
  ['switched off', '-++', 4000],
  ['changes while it is off', '--+', 3000],
  ['switched on again', '+-+', 4000],
])('readings are alike since the last switch: %s', (_title, states, since) => {
  expect(sinceSwitched(versions(states))).toBe(since);
});
