/** The thread in which a target is fuzzed: it may hang or run out of memory without harm to who watches it. */
import { parentPort, workerData } from 'node:worker_threads';
import { Random } from '../../support/random.ts';
import { Coverage } from './coverage.ts';
import { Mutator } from './mutator.ts';
import { type Orders, type Report, Witness } from './orders.ts';
import { plant } from './planting.ts';
import { Search } from './search.ts';
import { bytesOf, type Target } from './target.ts';

const { module, folder, corpus, runs, ms, seed, guided, maxFindings, maxShrinks, fault, memory } = workerData as Orders;
const witness = new Witness(memory);
const random = new Random(seed);
const coverage = new Coverage();
if (fault) plant(fault);
// What is compiled before this has no blocks, so the target is loaded after it.
coverage.start();
const { target } = (await import(module)) as { target: Target };
coverage.covers = target.covers;
const prey = await target.open(folder);
const begin = performance.now();
const search = new Search({
  prey,
  coverage: guided ? coverage : undefined,
  mutator: new Mutator(random, target.words, target.maxBytes),
  random,
  corpus: [...target.seeds.map(bytesOf), ...corpus],
  runs,
  maxFindings,
  maxShrinks,
  isOver: () => performance.now() - begin > ms,
  before: (input) => witness.note(input),
});
// What ran while it was loaded is no merit of an input.
coverage.take();
await search.run();
if (!guided) coverage.add(coverage.take());
const report: Report = {
  findings: search.findings,
  useful: search.kept.slice(0, search.keptOfCorpus),
  grown: search.kept.slice(search.keptOfCorpus),
  runs: search.runs,
  seconds: (performance.now() - begin) / 1000,
  blocks: coverage.blocks,
};
coverage.stop();
await prey.close?.();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(report);
