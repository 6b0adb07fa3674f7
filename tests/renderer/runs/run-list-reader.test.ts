import { expect, test, vi } from 'vitest';
import { RequestError } from '../../../renderer/data/requests.ts';
import type { fetchRuns } from '../../../renderer/data/runs/requests.ts';
import { RunListReader } from '../../../renderer/data/runs/run-list-reader.ts';
import { runOf } from '../../support/views/runs.ts';

/** A service with this many runs; it answers when the test says so. */
function playedList(total: number) {
  const answers: (() => void)[] = [];
  const load = vi.fn<typeof fetchRuns>(
    ({ limit }) =>
      new Promise((resolve) => {
        const runs = Array.from({ length: Math.min(limit, total) }, (_, index) => runOf({ id: total - index }));
        answers.push(() => resolve({ runs, total }));
      }),
  );
  const reader = new RunListReader(load, 0);
  return { load, reader, answer: () => answers.shift()?.() };
}

test('lists a page, and one more each time until all are listed', async () => {
  const { load, reader, answer } = playedList(120);
  for (const [limit, hasMore] of [
    [50, true],
    [100, true],
    [150, false],
  ] as const) {
    if (limit === 50) reader.refresh();
    else reader.showMore();
    await vi.waitFor(() => expect(load).toHaveBeenLastCalledWith({ search: '', offset: 0, limit }, expect.anything()));
    answer();
    await vi.waitFor(() => expect(reader.reading.get()).toMatchObject({ hasMore }));
    expect(reader.reading.get().listed?.runs).toHaveLength(Math.min(limit, 120));
  }
});

test('lists at most a thousand', async () => {
  const { load, reader, answer } = playedList(2000);
  for (let page = 0; page < 30; page += 1) reader.showMore();
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  for (let page = 0; page < 30; page += 1) answer();
  await vi.waitFor(() => expect(reader.reading.get()).toMatchObject({ hasMore: false, isFull: true }));
  expect(reader.reading.get().listed?.runs).toHaveLength(1000);
});

test('ignores the answer to an earlier search', async () => {
  const { load, reader, answer } = playedList(3);
  reader.search('ba');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  reader.search('batch');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  answer();
  answer();
  await vi.waitFor(() => expect(reader.reading.get().search).toBe('batch'));
});

test('stays as it is if a request fails, with the reason', async () => {
  const { load, reader, answer } = playedList(3);
  reader.refresh();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  answer();
  await vi.waitFor(() => expect(reader.reading.get().listed?.total).toBe(3));
  load.mockRejectedValueOnce(new RequestError('The disk is full.'));
  reader.retry();
  await vi.waitFor(() => expect(reader.reading.get().failure).toBe('The disk is full.'));
  expect(reader.reading.get().listed?.total).toBe(3);
});
