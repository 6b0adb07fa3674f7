/** The search: inputs that reach new blocks are kept, and new ones are made of them. */
import { errorText } from '../../../service/support/errors.ts';
import type { Random } from '../../support/random.ts';
import type { Coverage } from './coverage.ts';
import type { Mutator } from './mutator.ts';
import type { Prey } from './target.ts';

/** So many inputs are run between two looks at the coverage, each of which takes about a millisecond. */
const BATCH = 16;

/** So many of those found last are changed more often than the others. */
const NEWEST = 8;

export interface Finding {
  /** What was wrong. */
  what: string;
  input: Uint8Array;
}

export interface SearchOptions {
  prey: Prey;
  /** Undefined: every input is made of the first ones, whatever it reaches. */
  coverage: Coverage | undefined;
  mutator: Mutator;
  random: Random;
  /** Inputs to begin with: all of them are run. */
  corpus: readonly Uint8Array[];
  /** How many new inputs are run at most. */
  runs: number;
  /** Different findings beyond this many end the search. */
  maxFindings: number;
  /** How often it is tried to make a finding smaller. */
  maxShrinks: number;
  /** Whether time is over. */
  isOver(): boolean;
  /** Told of each input before it is run. */
  before(input: Uint8Array): void;
}

export class Search {
  readonly findings: Finding[] = [];
  /** Those that reached blocks that nothing before them had reached. */
  readonly kept: Uint8Array[] = [];
  /** How many of those are of the corpus; the others were found. */
  keptOfCorpus = 0;
  /** New inputs that were run. */
  runs = 0;
  readonly #options: SearchOptions;
  readonly #known = new Set<string>();

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { corpus, isOver, coverage } = this.#options;
    for (const input of corpus) if (!this.#hasEnough) await this.#try(input);
    if (!coverage) this.kept.push(...corpus);
    this.keptOfCorpus = this.kept.length;
    while (this.runs < this.#options.runs && !isOver() && !this.#hasEnough) await this.#batch();
  }

  get #hasEnough(): boolean {
    return this.findings.length >= this.#options.maxFindings;
  }

  async #batch(): Promise<void> {
    const { coverage, mutator, random } = this.#options;
    const first = this.#options.corpus[0] ?? new Uint8Array();
    const parents = this.kept.length > 0 ? this.kept : [first];
    const inputs = Array.from({ length: Math.min(BATCH, this.#options.runs - this.runs) }, () =>
      mutator.mutate(this.#parent(parents), random.pick(parents)),
    );
    this.runs += inputs.length;
    for (const input of inputs) await this.#feed(input);
    if (!coverage) return;
    const all = coverage.take();
    if (!coverage.isNews(all)) return;
    for (const input of inputs) await this.#try(input);
    // What does not come again is the chance of a moment, and no reason to look for it each time.
    coverage.add(all);
  }

  /** The newest half of the time: what was found last leads furthest. */
  #parent(all: readonly Uint8Array[]): Uint8Array {
    const { random } = this.#options;
    return random.pick(random.next() < 0.5 ? all.slice(-NEWEST) : all);
  }

  /** Runs one by itself, and keeps it where it reached something new. */
  async #try(input: Uint8Array): Promise<void> {
    const { coverage } = this.#options;
    coverage?.take();
    await this.#feed(input);
    const found = coverage?.take();
    if (!found || !coverage?.isNews(found)) return;
    coverage.add(found);
    this.kept.push(input);
  }

  async #feed(input: Uint8Array): Promise<void> {
    const what = await this.#verdict(input);
    if (what === undefined || this.#known.has(kindOf(what))) return;
    this.#known.add(kindOf(what));
    this.findings.push({ what, input: await this.#shrink(input, what) });
  }

  /** @returns what was wrong */
  async #verdict(input: Uint8Array): Promise<string | undefined> {
    this.#options.before(input);
    try {
      const outcome = this.#options.prey.run(input);
      if (outcome) await outcome;
      return undefined;
    } catch (error) {
      return error instanceof Error ? (error.stack ?? error.message) : errorText(error);
    }
  }

  /** The smallest input found that shows the same: pieces are left out, long ones first. */
  async #shrink(input: Uint8Array, what: string): Promise<Uint8Array> {
    let smallest = input;
    let tries = 0;
    for (let length = Math.ceil(input.length / 2); length >= 1; length = Math.floor(length / 2)) {
      for (let at = 0; at < smallest.length && tries < this.#options.maxShrinks && !this.#options.isOver(); ) {
        const shorter = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + length)]);
        const said = await this.#verdict(shorter);
        tries += 1;
        if (said !== undefined && kindOf(said) === kindOf(what)) smallest = shorter;
        else at += length;
      }
    }
    return smallest;
  }
}

/** Findings that differ in their values alone are one. */
function kindOf(what: string): string {
  return (what.split('\n', 1)[0] ?? '').replaceAll(/"[^"]*"|[\d.]+/g, '#').slice(0, 60);
}
