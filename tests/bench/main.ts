/**
 * `npm run bench`: measures the service beside its yardsticks, on this Node, in one run.
 *
 *   --quick        two short rounds, and docs/measurements.md stays as it is
 *   --only WORDS   of throughput, latency, start-up, memory, mqtt-rate, mqtt-delay, mqtt-away, with commas; the document
 *                  stays as it is
 *   --json FILE    also writes every round's figures there
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../build/freshness.ts';
import { buildServers } from './build-servers.ts';
import { writeFigures } from './document.ts';
import { measureLatency } from './latency.ts';
import { measureMemory } from './memory.ts';
import { measureAbsence } from './mqtt/absence.ts';
import { measureDelay } from './mqtt/delay.ts';
import { measureRates } from './mqtt/rates.ts';
import { circumstances, loadAverage, markdown, textTable } from './report.ts';
import { measureStartUp } from './start-up.ts';
import { measureThroughput } from './throughput.ts';

const FULL = {
  throughput: { rounds: 15, warmUpMs: 300, durationMs: 1200 },
  latency: { rounds: 5, lines: 200 },
  startUp: { rounds: 9 },
  memory: { rounds: 5, settleMs: 5000 },
  mqttRate: { rounds: 5, warmUpMs: 1000, durationMs: 4000, backlog: 700_000, lines: 1_200_000 },
  mqttDelay: { rounds: 5, warmUpMs: 3000, durationMs: 20_000 },
  mqttAway: {
    // An hour at 100 readings per second, and one at 1000, which is more than the outbox keeps.
    runs: [
      { rounds: 5, readings: 360_000 },
      { rounds: 1, readings: 3_600_000 },
    ],
    bare: { rounds: 5, readings: 60_000 },
  },
};
const QUICK: typeof FULL = {
  throughput: { rounds: 3, warmUpMs: 300, durationMs: 1000 },
  latency: { rounds: 2, lines: 50 },
  startUp: { rounds: 2 },
  memory: { rounds: 2, settleMs: 2000 },
  mqttRate: { rounds: 2, warmUpMs: 0, durationMs: 1000, backlog: 600_000, lines: 1_000_000 },
  mqttDelay: { rounds: 2, warmUpMs: 1000, durationMs: 3000 },
  mqttAway: { runs: [{ rounds: 1, readings: 60_000 }], bare: { rounds: 1, readings: 20_000 } },
};

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' } },
});
const size = flags.quick ? QUICK : FULL;
const benchmarks = {
  throughput: () => measureThroughput(size.throughput),
  latency: () => measureLatency(size.latency),
  'start-up': () => measureStartUp(size.startUp),
  memory: () => measureMemory(size.memory),
  'mqtt-rate': () => measureRates(size.mqttRate),
  'mqtt-delay': () => measureDelay(size.mqttDelay),
  'mqtt-away': () => measureAbsence(size.mqttAway),
};

const names = flags.only?.split(',') ?? Object.keys(benchmarks);
const loadBefore = loadAverage();
await buildIfChanged();
await buildServers();
const sections = [];
for (const [name, measure] of Object.entries(benchmarks)) {
  if (!names.includes(name)) continue;
  process.stderr.write(`Measuring ${name}...\n`);
  sections.push(await measure());
}

const where = circumstances(['npm run bench', ...process.argv.slice(2)].join(' '), loadBefore);
console.info(`\n${textTable(sections)}\n`);
if (flags.json) await writeFile(flags.json, `${JSON.stringify({ ...where, sections }, null, 2)}\n`);
if (!flags.quick && !flags.only) console.log(`Written to ${await writeFigures(markdown(sections, where))}.`);
