/** Gateways that are tried. */
import { afterEach, expect, test, vi } from 'vitest';
import type { GatewayTestResult } from '../../../../service/contract/index.ts';
import { remote, sensgate, startRig } from './rig.ts';

const GOOD: GatewayTestResult = {
  ok: true,
  text: 'It answers.',
  error: null,
  duration_ms: 3,
  notes: [],
  unknown_answer: null,
  instruments: ['E1'],
};

const never = (): AbortSignal => new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

test('a try is one of what is given, whatever gateways there are, and keeps nothing', async () => {
  const rig = await startRig();
  await rig.manager.create(sensgate());
  const verdict = rig.manager.test(sensgate(), never());
  expect(rig.trials.map(({ config }) => config)).toEqual([sensgate()]);
  rig.trials[0]?.answer.resolve(GOOD);
  expect(await verdict).toEqual(GOOD);
  expect(rig.manager.list().gateways).toHaveLength(1);
});

test('four are tried at a time, and one that nobody waits for counts until it has ended', async () => {
  const rig = await startRig();
  rig.endsTrials = false;
  const left = new AbortController();
  const first = rig.manager.test(remote(), left.signal);
  const others = Array.from({ length: 3 }, () => rig.manager.test(remote(), never()));
  const tooMany = { code: 'too-many', message: /4/ };
  await expect(rig.manager.test(remote(), never())).rejects.toMatchObject(tooMany);
  left.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(rig.trials[0]?.signal.aborted).toBe(true);
  await expect(rig.manager.test(remote(), never())).rejects.toMatchObject(tooMany);
  rig.trials[0]?.answer.reject(new Error('ended'));
  await new Promise((resolve) => setImmediate(resolve));
  others.push(rig.manager.test(remote(), never()));
  await expect(rig.manager.test(remote(), never())).rejects.toMatchObject(tooMany);
  for (const { answer } of rig.trials) answer.resolve(GOOD);
  expect(await Promise.all(others)).toEqual([GOOD, GOOD, GOOD, GOOD]);
});

test('what has gone already is not tried on', async () => {
  const rig = await startRig();
  await expect(rig.manager.test(remote(), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(rig.trials.every(({ signal }) => signal.aborted)).toBe(true);
});

test('a try that does not end is ended after 15 seconds, with a verdict', async () => {
  const rig = await startRig();
  vi.useFakeTimers();
  const verdict = rig.manager.test(sensgate(), never());
  await vi.advanceTimersByTimeAsync(14_900);
  expect(rig.trials[0]?.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(rig.trials[0]?.signal.aborted).toBe(true);
  expect(await verdict).toMatchObject({ ok: false, duration_ms: 15_000, error: { code: 'no-answer' } });
});

test('tries end with the driver', async () => {
  const rig = await startRig();
  const verdict = rig.manager.test(sensgate(), never());
  const ended = expect(verdict).rejects.toThrow('stopping');
  await rig.manager.stop();
  await ended;
});
