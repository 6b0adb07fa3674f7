/** New inputs for everything that reads what others wrote (docs/fuzzing.md), guided by what code they reach. */
import { corpusOf, keepFindings, keepGrown, TARGETS } from '../fuzz/corpus.ts';
import { fuzz } from '../fuzz/engine/fuzz.ts';
import type { Outcome } from './support/outcome.ts';

/** So many targets at a time. */
const AT_ONCE = 2;

export interface FuzzingOptions {
  /** Names of targets; all where there are none. */
  targets: readonly string[];
  /** How long all of them take together, in minutes. */
  minutes: number;
  seed: number;
  /** Whether inputs that reached new code are kept in the corpus; what was found wrong always is. */
  keep: boolean;
}

export async function fuzzing({ targets, minutes, seed, keep }: FuzzingOptions): Promise<Outcome> {
  const outcome: Outcome = { facts: [`seed ${seed}`], problems: [] };
  const unknown = targets.filter((name) => !(name in TARGETS));
  if (unknown.length > 0) {
    throw new Error(`There is no target "${unknown.join('", "')}". Known: ${Object.keys(TARGETS).join(', ')}.`);
  }
  const waiting = targets.length > 0 ? [...targets] : Object.keys(TARGETS);
  const ms = (minutes * 60_000 * Math.min(AT_ONCE, waiting.length)) / waiting.length;
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const module = TARGETS[name];
      if (module)
        await fuzzOne(name, { module, corpus: corpusOf(name), runs: Number.MAX_SAFE_INTEGER, ms, seed }, keep, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcome;
}

async function fuzzOne(
  name: string,
  options: Parameters<typeof fuzz>[0],
  keep: boolean,
  outcome: Outcome,
): Promise<void> {
  const { runs, seconds, blocks, findings, grown } = await fuzz(options);
  const fact = `${name}: ${runs} new inputs in ${Math.round(seconds)} s, ${blocks.ran} of ${blocks.known} blocks, ${grown.length} inputs reached new ones`;
  console.log(fact);
  outcome.facts.push(fact);
  if (keep) keepGrown(name, grown);
  const names = keepFindings(name, findings);
  findings.forEach(({ what }, index) =>
    outcome.problems.push(`${name}: ${what.split('\n', 1)[0]} (tests/fuzz/corpus/${name}/${names[index]})`),
  );
}
