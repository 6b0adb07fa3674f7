import { expect, test } from 'vitest';
import { TaskQueue } from '../../../../service/drivers/usb/task-queue.ts';

test('work is done in turn, whatever becomes of what was before it', async () => {
  const turns = new TaskQueue();
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    turns.take(async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const done = await Promise.allSettled([work('one'), work('two', true), work('three')]);
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
});

test('no more than sixteen pieces of work wait, and later there is room again', async () => {
  const turns = new TaskQueue();
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 16 }, () => turns.take(() => gate.promise));
  await expect(turns.take(() => gate.promise)).rejects.toMatchObject({ code: 'instrument-failed' });
  gate.resolve();
  await Promise.all(waiting);
  await expect(turns.take(async () => 'done')).resolves.toBe('done');
});
