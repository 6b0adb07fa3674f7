/**
 * `npm run soak`: the long tests, with full counts.
 *
 *   --only WORDS   parts, with commas: properties, broker-away, client-changes, outbox-kills, database-kills,
 *                  history-kills, flapping, usb-plugging, power-cuts, exports, fuzzing, http-fuzzing, endurance,
 *                  fast-clock, kills, node-kills, broken-disk, mutations
 *   --runs N       runs of each property, 20,000
 *   --kills N      kills of the service in client-changes and kills, 50; half as many in outbox-kills and
 *                  database-kills, twice as many in history-kills
 *   --cables N     pulled USB cables, 1,000
 *   --cuts N       power cuts, 10
 *   --readings N   readings in exports, 10,000,000
 *   --minutes N    length of flapping, node-kills, fuzzing and http-fuzzing, 10; of endurance, 30
 *   --hours N      virtual time of fast-clock, 72
 *   --report       writes the results of endurance and fast-clock into docs/endurance.md, of fuzzing into
 *                  docs/fuzzing.md
 *   --targets WORDS  targets of fuzzing, with commas; all
 *   --mutations WORDS  mutations by part, file or words of their names, with commas; all
 *   --keep         stores inputs of fuzzing that reached new code in tests/fuzz/corpus
 *   --seed N       repeats the random decisions of an earlier run
 */
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../build/build-if-changed.ts';
import { errorText } from '../../service/support/errors.ts';
import { loadAverage } from '../bench/report.ts';
import { brokenDisk } from './broken-disk.ts';
import { brokerAway } from './broker-away.ts';
import { clientChanges } from './client-changes.ts';
import { databaseKills } from './database-kills.ts';
import { endurance } from './endurance.ts';
import { exports } from './exports.ts';
import { fastClock } from './fast-clock.ts';
import { flapping } from './flapping.ts';
import { fuzzing } from './fuzzing.ts';
import { historyKills } from './history-kills.ts';
import { httpFuzzing } from './http-fuzzing.ts';
import { kills as killsAnywhere } from './kills.ts';
import { mutations } from './mutations.ts';
import { nodeKills } from './node-kills.ts';
import { outboxKills } from './outbox-kills.ts';
import { powerCuts } from './power-cuts.ts';
import { properties } from './properties.ts';
import { writeOutcome } from './support/document.ts';
import type { Outcome } from './support/outcome.ts';
import { usbPlugging } from './usb-plugging.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '50' },
    cables: { type: 'string', default: '1000' },
    cuts: { type: 'string', default: '10' },
    readings: { type: 'string', default: '10000000' },
    minutes: { type: 'string' },
    hours: { type: 'string', default: '72' },
    report: { type: 'boolean', default: false },
    targets: { type: 'string' },
    mutations: { type: 'string' },
    keep: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
});

function wholeNumber(
  flag: 'runs' | 'kills' | 'cables' | 'cuts' | 'readings' | 'minutes' | 'hours' | 'seed',
  text: string,
): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Error(`--${flag} takes a whole number of at least 1, not "${text}".`);
}

const seed = wholeNumber('seed', flags.seed ?? String(1 + Math.floor(Math.random() * 1e8)));
const kills = wholeNumber('kills', flags.kills);
const runs = wholeNumber('runs', flags.runs);
const cycles = wholeNumber('cables', flags.cables);
const cuts = wholeNumber('cuts', flags.cuts);
const readings = wholeNumber('readings', flags.readings);
const minutes = wholeNumber('minutes', flags.minutes ?? '10');
const enduredMinutes = wholeNumber('minutes', flags.minutes ?? '30');
const hours = wholeNumber('hours', flags.hours);
/** A thousand readings per second. */
const load = { devices: 10, periodMs: 10 };

const parts: Record<string, () => Promise<Outcome>> = {
  properties: () => properties({ runs, seed }),
  'broker-away': () => brokerAway({ load, beforeMs: 10_000, awayMs: 60_000, afterMs: 10_000 }),
  'client-changes': () => clientChanges({ kills, seed }),
  'outbox-kills': () => outboxKills({ load, kills: Math.ceil(kills / 2), runMs: { min: 4000, max: 8000 }, seed }),
  'database-kills': () =>
    databaseKills({
      load: { devices: 10, periodMs: 50 },
      kills: Math.ceil(kills / 2),
      runMs: { min: 4000, max: 8000 },
      seed,
    }),
  'history-kills': () => historyKills({ kills: 2 * kills, seed }),
  flapping: () => flapping({ load: { devices: 10, periodMs: 50 }, durationMs: minutes * 60_000, seed }),
  exports: () => exports({ readings, rows: 1_000_000 }),
  'usb-plugging': () => usbPlugging({ cycles, seed }),
  fuzzing: () => fuzzing({ targets: flags.targets?.split(',') ?? [], minutes, seed, keep: flags.keep }),
  'http-fuzzing': () => httpFuzzing({ durationMs: minutes * 60_000, seed }),
  endurance: () => endurance({ durationMs: enduredMinutes * 60_000, seed }),
  'fast-clock': () => fastClock({ hours }),
  'power-cuts': () => powerCuts({ cuts, seed }),
  'broken-disk': () => brokenDisk(),
  kills: () => killsAnywhere({ kills, seed }),
  'node-kills': () => nodeKills({ durationMs: minutes * 60_000, seed }),
  mutations: () => mutations({ words: flags.mutations?.split(',') ?? [] }),
};

const names = flags.only?.split(',') ?? Object.keys(parts);
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${Object.keys(parts).join(', ')}.`);
}
await buildIfChanged();
const summary: string[] = [];
for (const name of names) {
  console.log(`\n== ${name}`);
  const begin = performance.now();
  const loadBefore = loadAverage();
  const outcome = await outcomeOf(parts[name]);
  const { facts, problems } = outcome;
  const seconds = Math.round((performance.now() - begin) / 1000);
  if (flags.report && outcome.figures) {
    const command = `npm run soak -- ${process.argv.slice(2).join(' ')}`;
    console.log(`Written to ${await writeOutcome(outcome, { part: name, command, seconds, loadBefore })}.`);
  }
  const lines = [
    `${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`,
    ...facts.map((fact) => `          ${fact}`),
    ...problems.map((problem) => `       !! ${problem}`),
  ];
  console.log(lines.join('\n'));
  summary.push(...lines);
  if (problems.length > 0) process.exitCode = 1;
}
console.log(`\nSummary\n${summary.join('\n')}`);

async function outcomeOf(part: (() => Promise<Outcome>) | undefined): Promise<Outcome> {
  try {
    return part ? await part() : { facts: [], problems: [] };
  } catch (error) {
    if (error instanceof Error && error.cause) console.error(error.cause);
    return { facts: [], problems: [`did not complete: ${errorText(error)}`] };
  }
}
