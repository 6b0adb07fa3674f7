import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageDeque } from '../../../service/outbox/message-deque.ts';
import { newEntry } from '../../../service/outbox/queued-message.ts';

describe('a line of messages', () => {
  test('is what an array would be, at both ends, however much it grows and shrinks', () => {
    const step = fc.tuple(fc.constantFrom('push', 'unshift', 'shift', 'drain'), fc.integer({ min: 1, max: 90 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const line = new MessageDeque();
        const model: number[] = [];
        let next = 0;
        for (const [action, count] of steps) {
          for (let times = 0; times < count; times += 1) {
            if (action === 'shift') expect(line.shift()?.sequence).toBe(model.shift());
            if (action !== 'push' && action !== 'unshift') continue;
            const entry = newEntry({ topic: '', payload: 'x'.repeat(next % 5), at: 0 }, (next += 1));
            line[action](entry);
            model[action](entry.sequence);
          }
          if (action === 'drain' && count > 80) {
            expect(line.drain().map(({ sequence }) => sequence)).toEqual(model.splice(0));
          }
          expect(line.length).toBe(model.length);
          expect(line.first?.sequence).toBe(model[0]);
          expect([...line].map(({ sequence }) => sequence)).toEqual(model);
          expect(line.bytes).toBe([...line].reduce((sum, { bytes }) => sum + bytes, 0));
        }
      }),
    );
  });
});
