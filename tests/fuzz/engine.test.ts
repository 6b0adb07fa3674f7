/** The search for inputs finds what is planted, whatever kind of fault it is. */
import { describe, expect, test } from 'vitest';
import { fuzz } from './engine/fuzz.ts';

const PLANTED = new URL('support/planted.ts', import.meta.url);
const HANGING = new URL('support/hanging.ts', import.meta.url);

describe('the search for inputs', () => {
  test('finds a fault deep in nested conditions that blind changes do not find in as many tries', async () => {
    const options = { module: PLANTED, runs: 15_000, seed: 1 };
    const { findings, blocks } = await fuzz(options);
    expect(findings).toEqual([
      { what: expect.stringContaining('The planted fault was met.'), input: expect.anything() },
    ]);
    // Made as small as it can be: what leads to the fault, and not a byte more.
    expect(findings[0]?.input).toHaveLength(8);
    expect(blocks.ran).toBeGreaterThan(10);
    expect((await fuzz({ ...options, guided: false })).findings).toEqual([]);
  });

  test('makes the same of the same seed', async () => {
    const run = async (seed: number): Promise<string[]> => {
      const { grown } = await fuzz({ module: PLANTED, runs: 600, seed });
      return grown.map((input) => Buffer.from(input).toString('hex'));
    };
    const first = await run(2);
    expect(first.length).toBeGreaterThan(0);
    expect(await run(2)).toEqual(first);
    expect(await run(3)).not.toEqual(first);
  });

  test.each([
    ['never ends', 'It hangs'],
    ['is thrown later', 'Nobody caught: Error: Nobody is there to catch it.'],
  ])('an input that %s is a finding, and is known', async (text, what) => {
    const corpus = [Buffer.from(text)];
    const { findings } = await fuzz({ module: HANGING, corpus, runs: 0, seed: 1, patienceMs: 2000 });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.what).toContain(what);
    expect(Buffer.from(findings[0]?.input ?? []).toString()).toBe(text);
  });
});
