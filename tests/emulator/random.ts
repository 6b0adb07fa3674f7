/** Repeatable random numbers. */

/** A source of numbers in [0, 1): a 32-bit linear congruential generator (Numerical Recipes' constants). */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
