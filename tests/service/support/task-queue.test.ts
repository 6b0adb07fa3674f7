import { expect, test } from 'vitest';
import { TaskQueue } from '../../../service/support/task-queue.ts';

test('runs one task after the other, also after one that fails', async () => {
  const queue = new TaskQueue();
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    queue.run(async () => {
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

test('refuses a task beyond the limit, and takes one again when others have ended', async () => {
  const queue = new TaskQueue({ limit: 16, full: () => new Error('busy') });
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 16 }, () => queue.run(() => gate.promise));
  await expect(queue.run(() => gate.promise)).rejects.toThrow('busy');
  gate.resolve();
  await Promise.all(waiting);
  await expect(queue.run(async () => 'done')).resolves.toBe('done');
});
