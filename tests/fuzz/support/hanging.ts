/** Faults that end a thread: one that hangs, one that nobody can catch. */
import type { Target } from '../engine/target.ts';

export const target: Target = {
  covers: ['tests/fuzz/support/'],
  words: [],
  maxBytes: 64,
  seeds: ['good', 'ends: for good', 'later: an error'],
  open: () => ({
    run: async (input) => {
      const text = Buffer.from(input).toString();
      while (text === 'ends: for good');
    },
  }),
};
