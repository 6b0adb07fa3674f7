/**
 * `npm run bench`: measures the service beside its yardsticks, on this Node, in one run.
 *
 *   --quick        two short rounds, and docs/measurements.md stays as it is
 *   --only WORDS   of throughput, latency, start-up, memory (together: service), mqtt-rate, mqtt-delay, mqtt-away
 *                  (together: mqtt), usb-reading (together: usb), chart-frames (together: charts), desktop-window,
 *                  desktop-idle (together: desktop), fleet (together: gateways), history-ingest, history-year
 *                  (together: history), with commas; the document's part stays as it is unless all of it was measured
 *   --json FILE    also writes every round's figures there
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildIfChanged } from '../../build/freshness.ts';
import { buildServers } from './build-servers.ts';
import { measureFrames } from './charts/frames.ts';
import { measureIdle } from './desktop/idle.ts';
import { measureWindow } from './desktop/window.ts';
import { type Block, writeFigures } from './document.ts';
import { measureFleet } from './gateways/fleet.ts';
import { measureIngest } from './history/ingest.ts';
import { measureYear } from './history/year.ts';
import { measureLatency } from './latency.ts';
import { measureMemory } from './memory.ts';
import { measureAbsence } from './mqtt/absence.ts';
import { measureDelay } from './mqtt/delay.ts';
import { measureRates } from './mqtt/rates.ts';
import { mqttVersions } from './mqtt/versions.ts';
import { circumstances, loadAverage, markdown, textTable } from './report.ts';
import type { Section } from './results.ts';
import { measureStartUp } from './start-up.ts';
import { measureThroughput } from './throughput.ts';
import { measureUsbReading } from './usb/reading.ts';

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
  usbReading: { rounds: 5, warmUpMs: 1000, durationMs: 5000 },
  chartFrames: { rounds: 3, warmUpMs: 5000, durationMs: 20_000 },
  desktopWindow: { rounds: 7, settleMs: 10_000 },
  desktopIdle: { rounds: 3, settleMs: 15_000, durationMs: 60_000 },
  fleet: { rounds: 3, remotes: 500, instruments: 10, warmUpMs: 5000, durationMs: 20_000 },
  historyIngest: { rounds: 3, warmUpMs: 3000, durationMs: 30_000 },
  historyYear: { days: 365, questions: 200 },
};
const QUICK: typeof FULL = {
  throughput: { rounds: 3, warmUpMs: 300, durationMs: 1000 },
  latency: { rounds: 2, lines: 50 },
  startUp: { rounds: 2 },
  memory: { rounds: 2, settleMs: 2000 },
  mqttRate: { rounds: 2, warmUpMs: 0, durationMs: 1000, backlog: 600_000, lines: 1_000_000 },
  mqttDelay: { rounds: 2, warmUpMs: 1000, durationMs: 3000 },
  mqttAway: { runs: [{ rounds: 1, readings: 60_000 }], bare: { rounds: 1, readings: 20_000 } },
  usbReading: { rounds: 1, warmUpMs: 500, durationMs: 1500 },
  chartFrames: { rounds: 1, warmUpMs: 2000, durationMs: 5000 },
  desktopWindow: { rounds: 2, settleMs: 4000 },
  desktopIdle: { rounds: 1, settleMs: 5000, durationMs: 10_000 },
  fleet: { rounds: 1, remotes: 100, instruments: 10, warmUpMs: 1000, durationMs: 3000 },
  historyIngest: { rounds: 1, warmUpMs: 1000, durationMs: 5000 },
  historyYear: { days: 10, questions: 50 },
};

const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' } },
});
const size = flags.quick ? QUICK : FULL;
const blocks: Record<Block, Record<string, () => Promise<Section>>> = {
  service: {
    throughput: () => measureThroughput(size.throughput),
    latency: () => measureLatency(size.latency),
    'start-up': () => measureStartUp(size.startUp),
    memory: () => measureMemory(size.memory),
  },
  mqtt: {
    'mqtt-rate': () => measureRates(size.mqttRate),
    'mqtt-delay': () => measureDelay(size.mqttDelay),
    'mqtt-away': () => measureAbsence(size.mqttAway),
  },
  usb: {
    'usb-reading': () => measureUsbReading(size.usbReading),
  },
  charts: {
    'chart-frames': () => measureFrames(size.chartFrames),
  },
  desktop: {
    'desktop-window': () => measureWindow(size.desktopWindow),
    'desktop-idle': () => measureIdle(size.desktopIdle),
  },
  gateways: {
    fleet: () => measureFleet(size.fleet),
  },
  history: {
    'history-ingest': () => measureIngest(size.historyIngest),
    'history-year': () => measureYear(size.historyYear),
  },
};

const names = flags.only?.split(',');
const known = [...Object.keys(blocks), ...Object.values(blocks).flatMap((benchmarks) => Object.keys(benchmarks))];
const unknown = names?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
await buildIfChanged();
await buildServers();
const command = ['npm run bench', ...(flags.only ? [`-- --only ${flags.only}`] : [])].join(' ');
const all = [];
for (const [block, benchmarks] of Object.entries(blocks) as [Block, (typeof blocks)[Block]][]) {
  const chosen = Object.entries(benchmarks).filter(
    ([name]) => names?.some((word) => [name, block].includes(word)) ?? true,
  );
  if (chosen.length === 0) continue;
  const loadBefore = loadAverage();
  const sections: Section[] = [];
  for (const [name, measure] of chosen) {
    process.stderr.write(`Measuring ${name}...\n`);
    sections.push(await measure());
  }
  const where = circumstances(command, loadBefore, ['mqtt', 'gateways'].includes(block) ? [mqttVersions()] : []);
  all.push({ ...where, sections });
  if (sections.some(({ problems = [] }) => problems.length > 0)) process.exitCode = 1;
  console.info(`\n${textTable(sections)}\n`);
  const isComplete = chosen.length === Object.keys(benchmarks).length;
  if (!flags.quick && isComplete) console.log(`Written to ${await writeFigures(block, markdown(sections, where))}.`);
}
if (flags.json) await writeFile(flags.json, `${JSON.stringify(all, null, 2)}\n`);
