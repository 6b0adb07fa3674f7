/** Faults that end the thread in which they happen: one hangs, one is thrown where nobody can catch it. */
import type { Target } from '../engine/target.ts';

export const target: Target = {
  covers: ['tests/fuzz/support/'],
  words: [],
  maxBytes: 64,
  seeds: ['good'],
  open: () => ({
    run: async (input) => {
      const text = Buffer.from(input).toString();
      if (text === 'never ends') for (;;);
      if (text === 'is thrown later') {
        await new Promise<never>(() => {
          setImmediate(() => {
            throw new Error('Nobody is there to catch it.');
          });
        });
      }
    },
  }),
};
