import { describe, expect, test } from 'vitest';
import { fuzz } from './engine/fuzz.ts';

const PLANTED = new URL('support/planted.ts', import.meta.url);

describe('the search for inputs', () => {
  test('finds a fault deep in nested conditions that blind changes do not find in as many tries', async () => {
    const runs = 100_000;
    const guided = await fuzz({ module: PLANTED, runs, seed: 3 });
    console.log(guided.runs, guided.seconds, guided.kept.length, guided.blocks);
    const blind = await fuzz({ module: PLANTED, runs, seed: 3, guided: false });
    console.log(blind.runs, blind.seconds, blind.findings);
    expect(guided.findings.map(({ what }) => what)).toEqual([expect.stringContaining('The planted fault was met.')]);
    expect(blind.findings).toEqual([]);
  });
});
