/** What lower limits would delete, asked for before they are saved. */
import { expect, test, vi } from 'vitest';
import { RequestError } from '../../../renderer/data/requests.ts';
import { dataDeletedBy } from '../../../renderer/features/history/settings/history-form.ts';
import type { HistoryStorage } from '../../../service/contract/index.ts';

const DAY_MS = 86_400_000;

const STORAGE: HistoryStorage = {
  state: 'recording',
  bytes: 0,
  limit_bytes: 0,
  free_bytes: null,
  channels: 1,
  oldest_reading: new Date(Date.now() - 80 * DAY_MS).toISOString(),
  oldest_minute: null,
  oldest_hour: null,
  stored_total: 0,
  pending: 0,
  dropped_total: 0,
  lag_ms: 0,
  bytes_per_reading: null,
  readings_per_second: 0,
  expected_bytes: null,
  reaches_days: null,
};

const PRESENT = { history_raw_days: 90, history_minute_days: 730, history_max_gib: 10 };
const LOWER = { ...PRESENT, history_raw_days: 10 };

test('is told by what the page knows, without a question to the service', async () => {
  const ask = vi.fn<() => Promise<HistoryStorage>>();
  expect(await dataDeletedBy({ wanted: LOWER, present: PRESENT }, STORAGE, ask)).toHaveLength(1);
  expect(await dataDeletedBy({ wanted: PRESENT, present: PRESENT }, STORAGE, ask)).toEqual([]);
  expect(ask).not.toHaveBeenCalled();
});

test('is asked for where the page does not know yet what is kept', async () => {
  expect(await dataDeletedBy({ wanted: LOWER, present: PRESENT }, undefined, async () => STORAGE)).toEqual([
    expect.stringMatching(/^Raw readings before /),
  ]);
});

test.each([
  ['history_raw_days', 89],
  ['history_minute_days', 729],
  ['history_max_gib', 9.9],
] as const)('refuses a lower %s where nobody can tell', async (name, value) => {
  const ask = (): Promise<never> => Promise.reject(new RequestError('The service did not respond in time.'));
  const saved = dataDeletedBy({ wanted: { ...PRESENT, [name]: value }, present: PRESENT }, undefined, ask);
  await expect(saved).rejects.toThrow(
    'Cannot list the data beyond the new limits. The service did not respond in time.',
  );
});

test('is nothing that the limits of now delete anyway', async () => {
  const aged = new Date(Date.now() - 90 * DAY_MS - 60_000).toISOString();
  const storage = { ...STORAGE, oldest_reading: aged, oldest_minute: aged, bytes: 11 * 1024 ** 3 };
  expect(await dataDeletedBy({ wanted: PRESENT, present: PRESENT }, storage)).toEqual([]);
  const fewerMinutes = { ...PRESENT, history_minute_days: 89 };
  expect(await dataDeletedBy({ wanted: fewerMinutes, present: PRESENT }, storage)).toEqual([
    expect.stringMatching(/^Minute aggregates before/),
  ]);
});

test('is nothing while no limit is lowered: whatever else is changed can be saved', async () => {
  const ask = vi.fn<() => Promise<HistoryStorage>>();
  const wider = { ...PRESENT, history_max_gib: 20 };
  expect(await dataDeletedBy({ wanted: wider, present: PRESENT }, undefined, ask)).toEqual([]);
  expect(ask).not.toHaveBeenCalled();
});
