import { afterEach, expect, test, vi } from 'vitest';
import { acknowledgeAlarm, filterError } from '../../../renderer/data/alarms/requests.ts';
import { RequestError } from '../../../renderer/data/requests.ts';

function answer(status: number, body: unknown): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })));
}

afterEach(() => vi.unstubAllGlobals());

test('acknowledging an alarm that another window acknowledged first succeeds', async () => {
  answer(200, { id: 'a1' });
  expect(await acknowledgeAlarm('a1')).toEqual({ id: 'a1' });
  answer(404, { message: 'No alarm with ID a1; it may have been cleared and acknowledged.' });
  expect(await acknowledgeAlarm('a1')).toBeUndefined();
  answer(500, { message: 'The disk is full.' });
  await expect(acknowledgeAlarm('a1')).rejects.toThrow(RequestError);
});

test.each([
  [{}, ''],
  [{ from: '2026-11-05T12:00:00.000Z' }, ''],
  [{ to: '2026-11-05T12:00:00.000Z' }, ''],
  [{ from: '2026-11-03T12:00:00.000Z', to: '2026-11-05T12:00:00.000Z' }, ''],
  [{ from: '2026-11-05T12:00:00.000Z', to: '2026-11-05T12:00:00.000Z' }, 'The start must be before the end.'],
  [{ from: '2026-11-05T12:00:00.000Z', to: '2026-11-03T12:00:00.000Z' }, 'The start must be before the end.'],
  // While 2026 is typed.
  [{ to: '0002-11-05T12:00:00.000Z' }, 'The start must be before the end.'],
])('a filter of alarms with %j: %j', (filter, error) => {
  expect(filterError(filter)).toBe(error);
});
