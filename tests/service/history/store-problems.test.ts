import { expect, test } from 'vitest';
import { ActiveProblems } from '../../../service/devices/problems.ts';
import { StoreProblems } from '../../../service/history/store-problems.ts';
import { systemClock } from '../../../service/support/clock.ts';

const GIB = 2 ** 30;

test('says by how much the data of runs makes the history too large, and clears it when it is over', () => {
  const active = new ActiveProblems(systemClock);
  const problems = new StoreProblems({
    raise: (report) => void active.raise(report),
    clear: (report) => void active.clear(report),
  });
  problems.held(1.21 * GIB, 20 * GIB);
  problems.failed(new Error('disk error'));
  problems.works();
  expect(active.all()).toMatchObject([
    {
      code: 'history-over-limit',
      subject: 'history',
      text: 'The history is 1.3 GiB larger than its maximum size of 20 GiB: the readings of runs are not deleted.',
      remedy: 'Delete runs that are no longer needed, or raise the maximum size under History > Retention.',
    },
  ]);
  problems.held(3000, 20 * GIB);
  expect(active.all()).toMatchObject([{ text: expect.stringContaining('is 0.1 MiB larger') }]);
  problems.held(0, 20 * GIB);
  expect(active.all()).toEqual([]);
});
