import { afterEach, expect, test, vi } from 'vitest';
import { acknowledgeAlarm } from '../../../renderer/data/alarms/requests.ts';
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
