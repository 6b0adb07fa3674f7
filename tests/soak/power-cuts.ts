/** Power cuts at random times during measuring, in a virtual machine with its own disk. */
import { lastThatMustBeKept, measureAndCut, question } from '../power/support/cut.ts';
import { lookAt } from '../power/support/look.ts';
import { Random } from '../support/random.ts';
import type { Outcome } from './support/outcome.ts';

export interface PowerCutsOptions {
  cuts: number;
  seed: number;
}

/** From the first reading to the cut, in milliseconds. */
const BEFORE_MS = { min: 5000, max: 15_000 };

export async function powerCuts({ cuts, seed }: PowerCutsOptions): Promise<Outcome> {
  const random = new Random(seed);
  const outcome: Outcome = { facts: [], problems: [] };
  let readings = 0;
  for (let number = 1; number <= cuts; number += 1) {
    const afterMs = Math.round(BEFORE_MS.min + random.next() * (BEFORE_MS.max - BEFORE_MS.min));
    const cut = await measureAndCut(afterMs);
    try {
      const seen = Object.entries(lastThatMustBeKept(cut.reports)?.seen ?? {});
      const found = await lookAt(cut.disk, seen.map(question));
      if (found.integrity !== 'ok') outcome.problems.push(`Cut ${number}: the file is damaged: ${found.integrity}`);
      outcome.problems.push(...found.problems.map((problem) => `Cut ${number}: ${problem}`));
      for (const [index, [serial, told]] of seen.entries()) {
        readings += told.readings;
        const kept = found.kept[index];
        if (kept === told.readings) continue;
        outcome.problems.push(`Cut ${number}: ${kept} of ${told.readings} readings of ${serial} are stored.`);
      }
    } finally {
      await cut.remove();
    }
  }
  outcome.facts.push(`${cuts} cuts; ${readings} readings reported long enough before the cut`);
  return outcome;
}
