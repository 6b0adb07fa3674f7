/**
 * `npm run bench`: measures the service beside its yardsticks, on this Node, in one run. `benchmarks.ts` lists the
 * benchmarks. Exits with 1 if a benchmark did not complete, a process died or a reading was lost, never for a figure;
 * with CI=true also if something could not be measured.
 *
 *   --quick        everything once, a few benchmarks at a time: for crashes and lost readings, not for figures;
 *                  does not write docs/measurements.md
 *   --only WORDS   benchmarks or blocks by name, with commas; only whole blocks are written into the document
 *   --json FILE    also writes the figures of every round to this file
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../build/build-if-changed.ts';
import { type Block, benchmarks, ESTIMATED_MINUTES, NOT_QUICK, QUICK_FIRST } from './benchmarks.ts';
import { buildServers } from './build-servers.ts';
import { writeFigures } from './document.ts';
import { type Circumstances, circumstances, loadAverage, markdown, minutesText, textTable } from './report.ts';
import type { Section } from './results.ts';
import { runAll } from './run.ts';
import { softwareOf } from './software.ts';
import { summaryOf } from './summary.ts';

const CI = process.env['CI'] === 'true';

/** Concurrent benchmarks, and the time after which one counts as hanging, in milliseconds. */
const FULL_RUN = { lanes: 1, patienceMs: 90 * 60_000 };
const QUICK_RUN = { lanes: 5, patienceMs: 10 * 60_000 };

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' } },
});
const { quick } = flags;
const blocks = Object.entries(benchmarks({ quick })).map(([block, each]) => ({
  block: block as Block,
  all: Object.keys(each),
}));
const words = flags.only?.split(',');
const known = blocks.flatMap(({ block, all }) => [block, ...all]);
const unknown = words?.filter((word) => !known.includes(word)) ?? [];
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
const chosen = blocks
  .map(({ block, all }) => ({
    block,
    all,
    names: all.filter(
      (name) => words?.some((word) => [name, block].includes(word)) ?? !(quick && NOT_QUICK.includes(name)),
    ),
  }))
  .filter(({ names }) => names.length > 0);
const command = ['npm run bench', ...(flags.only ? [`-- --only ${flags.only}`] : [])].join(' ');

await buildIfChanged();
await buildServers();
const began = performance.now();
const json: (Circumstances & { sections: Section[] })[] = [];
const sections = quick ? await measureQuickly() : await measureBlocks();
if (flags.json) await writeFile(flags.json, `${JSON.stringify(json, null, 2)}\n`);
tellOutcome(sections);

/** Everything, a few at a time, the longest first. Writes nothing, since the figures mean nothing. */
async function measureQuickly(): Promise<Section[]> {
  const names = chosen.flatMap((each) => each.names);
  const first = QUICK_FIRST.filter((name) => names.includes(name));
  const measured = await runAll([...new Set([...first, ...names])], { quick, ...QUICK_RUN });
  for (const [name, { section, seconds }] of measured) {
    console.log(`\n${textTable([section])}\n(${name}: ${Math.round(seconds)} s)`);
  }
  return [...measured.values()].map(({ section }) => section);
}

/** Prints and writes each block as soon as it is measured. */
async function measureBlocks(): Promise<Section[]> {
  const every: Section[] = [];
  for (const { block, all, names } of chosen) {
    const loadBefore = loadAverage();
    const measured = [...(await runAll(names, { quick, ...FULL_RUN })).values()];
    const where = circumstances({
      command,
      software: softwareOf(block),
      seconds: measured.reduce((sum, { seconds }) => sum + seconds, 0),
      estimatedMinutes: ESTIMATED_MINUTES[block],
      loadBefore,
    });
    const done = measured.map(({ section }) => section);
    json.push({ ...where, sections: done });
    every.push(...done);
    console.log(`\n${textTable(done)}\n`);
    if (names.length < all.length) continue;
    console.log(`Written to ${await writeFigures(block, markdown(done, where), summaryOf(done, where))}.`);
  }
  return every;
}

/** Prints problems and omissions. */
function tellOutcome(all: readonly Section[]): void {
  const problems = all.flatMap((section) => section.problems ?? []);
  const skipped = all.flatMap(({ title, skipped: why }) => (why ? [`${title}: ${why}`] : []));
  for (const line of skipped) console.log(`not measured: ${line}`);
  for (const line of problems) console.log(`!! ${line}`);
  const ran = `${all.length} benchmarks in ${minutesText((performance.now() - began) / 1000)} minutes`;
  console.log(`${ran}: ${problems.length} problems, ${skipped.length} not measured`);
  if (problems.length > 0 || (CI && skipped.length > 0)) process.exitCode = 1;
}
