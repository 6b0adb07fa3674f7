/** A message on which a broker closes the connection: found, told, and given up where the broker takes others. */
import { expect, test } from 'vitest';
import { PoisonMessageDetector } from '../../../../service/mqtt/session/poison-message-detector.ts';
import type { PublishRequest } from '../../../../service/mqtt/types.ts';

const message = (payload: string): PublishRequest => ({ topic: 'lab/E1/measurement', payload, qos: 1, retain: false });
const left = (payload: string, hasAcknowledged = true, isAlone = true) => ({
  message: message(payload),
  hasAcknowledged,
  isAlone,
});

test('it is refused when so many connections in a row ended on it, and others passed on each', () => {
  const blamed = new PoisonMessageDetector(3);
  expect([left('1'), left('1'), left('1')].map((one) => blamed.judge(one))).toEqual(['none', 'none', 'refused']);
});

test('it stays, and is told of, where nothing else passed either: the broker may fail at anything', () => {
  const blamed = new PoisonMessageDetector(3);
  const judged = [left('1'), left('1', false), left('1'), left('1')].map((one) => blamed.judge(one));
  expect(judged).toEqual(['none', 'none', 'blocked', 'blocked']);
});

test('it stays where others were on their way with it: they may be too many for the broker, or another be meant', () => {
  const judge = (...alone: boolean[]): string | undefined => {
    const blamed = new PoisonMessageDetector(4);
    return alone.map((isAlone) => blamed.judge(left('1', true, isAlone))).at(-1);
  };
  expect(judge(true, true, true, false)).toBe('blocked');
  expect(judge(false, false, false, true)).toBe('blocked');
  expect(judge(false, false, true, true)).toBe('refused');
});

test('another message, and a connection that left none, begin anew', () => {
  const blamed = new PoisonMessageDetector(2);
  const judged = [left('1'), left('2'), left('1'), undefined, left('1'), left('1')].map((one) => blamed.judge(one));
  expect(judged).toEqual(['none', 'none', 'none', 'none', 'none', 'refused']);
});
