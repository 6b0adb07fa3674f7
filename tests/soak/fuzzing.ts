/** New inputs for every parser of foreign data (docs/fuzzing.md), guided by code coverage. */
import { corpusOf, keepFindings, keepGrown, TARGETS } from '../fuzz/corpus.ts';
import { fuzz } from '../fuzz/engine/fuzz.ts';
import type { Report } from '../fuzz/engine/orders.ts';
import type { Outcome } from './support/outcome.ts';

/** Concurrent targets. */
const AT_ONCE = 2;

const HEADINGS = ['Target', 'New inputs', 'Blocks', 'Evidence'];

export interface FuzzingOptions {
  /** Names of targets; all if empty. */
  targets: readonly string[];
  /** Total time, in minutes. */
  minutes: number;
  seed: number;
  /** Whether to store inputs that reached new code in the corpus; findings are always stored. */
  keep: boolean;
}

export async function fuzzing({ targets, minutes, seed, keep }: FuzzingOptions): Promise<Outcome> {
  const unknown = targets.filter((name) => !(name in TARGETS));
  if (unknown.length > 0) {
    throw new Error(`There is no target "${unknown.join('", "')}". Known: ${Object.keys(TARGETS).join(', ')}.`);
  }
  const names = targets.length > 0 ? targets : Object.keys(TARGETS);
  const ms = (minutes * 60_000 * Math.min(AT_ONCE, names.length)) / names.length;
  const waiting = [...names];
  const results = new Map<string, Result>();
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      results.set(name, await fuzzOne(name, { ms, seed, keep }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const all = names.flatMap((name) => results.get(name) ?? []);
  return {
    facts: [`seed ${seed}`, ...all.map(({ fact }) => fact)],
    problems: all.flatMap(({ problems }) => problems),
    figures: all.map(({ figures }) => figures),
    table: { document: 'docs/fuzzing.md', headings: HEADINGS, notes: [`Seed: ${seed}`] },
  };
}

interface Result {
  fact: string;
  figures: string[];
  problems: string[];
}

async function fuzzOne(name: string, { ms, seed, keep }: { ms: number; seed: number; keep: boolean }): Promise<Result> {
  const module = TARGETS[name];
  if (!module) throw new Error(`There is no target "${name}".`);
  const corpus = corpusOf(name);
  const report = await fuzz({ module, corpus, runs: Number.MAX_SAFE_INTEGER, ms, seed });
  const { runs, seconds, blocks, grown, findings } = report;
  const fact = `${name}: ${runs} new inputs in ${Math.round(seconds)} s, ${blocks.ran} of ${blocks.known} blocks, ${grown.length} inputs reached new ones`;
  console.log(fact);
  if (keep) console.log(`${name}: ${await keepGrown(name, module, grown)} inputs are stored`);
  const files = keepFindings(name, findings);
  return {
    fact,
    figures: figuresOf(name, report),
    problems: findings.map(
      ({ what }, index) => `${name}: ${what.split('\n', 1)[0]} (tests/fuzz/corpus/${name}/${files[index]})`,
    ),
  };
}

function figuresOf(name: string, { runs, blocks }: Report): string[] {
  return [
    `\`${name}\``,
    runs.toLocaleString('en'),
    `${blocks.ran} of ${blocks.known}`,
    '`npm run soak -- --only fuzzing`',
  ];
}
