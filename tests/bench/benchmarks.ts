/**
 * All benchmarks, in the blocks of docs/measurements.md. A new one has its sizes in FULL and QUICK and itself in
 * `benchmarks`; a new block also has its time in ESTIMATED_MINUTES, and its two markers in the document.
 */
import { measureDeviceList } from './charts/device-list.ts';
import { measureFrames } from './charts/frames.ts';
import { measureMonth } from './charts/month.ts';
import { measureComputed } from './computed/computed.ts';
import { measureRequests } from './connections/requests.ts';
import { measureSlowReaders, type SlowReadersOptions } from './connections/slow-readers.ts';
import { measureStreams } from './connections/streams.ts';
import { measureDatabaseDisk } from './databases/disk.ts';
import { measureLines } from './databases/lines.ts';
import { measureDatabaseWriter } from './databases/mensura.ts';
import { measureDatabaseRates } from './databases/rates.ts';
import { measureIdle } from './desktop/idle.ts';
import { measureWindow } from './desktop/window.ts';
import { measureFleet } from './gateways/fleet.ts';
import { measureDays } from './history/days.ts';
import { measureIngest } from './history/ingest.ts';
import { measureYear } from './history/year.ts';
import { measureLatency } from './latency.ts';
import { measureMemory } from './memory.ts';
import { measureAbsence } from './mqtt/absence.ts';
import { measureChosen } from './mqtt/chosen.ts';
import { measureDelay } from './mqtt/delay.ts';
import { measureRates } from './mqtt/rates.ts';
import type { Section } from './results.ts';
import { measureBeforeAfter } from './scaling/before-after.ts';
import { loadOf } from './scaling/load.ts';
import { BESIDE, LOADS, QUICK_LOADS } from './scaling/points.ts';
import { measureProfile } from './scaling/profile.ts';
import { measureScaling } from './scaling/scaling.ts';
import { measureStartUp } from './start-up.ts';
import { measureThroughput } from './throughput.ts';
import { measureUsbReading } from './usb/reading.ts';

/** At least five rounds of everything except the profile, and sizes on a disk, which hardly differ. */
const FULL = {
  throughput: { rounds: 15, warmUpMs: 300, durationMs: 1200 },
  latency: { rounds: 5, lines: 200 },
  startUp: { rounds: 9 },
  memory: { rounds: 5, settleMs: 5000 },
  mqttRate: {
    rounds: 5,
    warmUpMs: 1000,
    durationMs: 4000,
    backlog: 700_000,
    lines: 1_200_000,
    // What one process sustains, and more.
    live: [200, 600],
  },
  mqttDelay: { rounds: 5, warmUpMs: 3000, durationMs: 12_000 },
  mqttChosen: { rounds: 5, warmUpMs: 3000, durationMs: 12_000, load: { devices: 100, periodMs: 20 } },
  mqttAway: {
    // An hour at 100 and at 333 readings per second; the latter is more than the outbox holds. The number of devices
    // leaves time to send the backlog besides new readings.
    runs: [
      { rounds: 5, readings: 360_000, devices: 120 },
      { rounds: 5, readings: 1_200_000, devices: 120 },
    ],
    bare: { rounds: 5, readings: 60_000 },
  },
  databaseLines: { rounds: 5, warmUp: 50_000, durationMs: 6000 },
  usbReading: { instruments: [1, 10, 50], rounds: 5, warmUpMs: 1000, durationMs: 2500 },
  computed: { devices: 100, computed: 500, rounds: 7, warmUpMs: 5000, durationMs: 10_000 },
  chartFrames: { rounds: 5, warmUpMs: 5000, durationMs: 10_000 },
  chartMonth: { rounds: 5, warmUpMs: 2000, durationMs: 5000, periodMs: 300_000 },
  deviceList: { rounds: 5, warmUpMs: 3000, durationMs: 10_000 },
  desktopWindow: { rounds: 5, settleMs: 6000 },
  desktopIdle: { rounds: 5, settleMs: 6000, durationMs: 20_000 },
  fleet: { rounds: 5, remotes: 500, instruments: 10, warmUpMs: 3000, durationMs: 12_000 },
  databaseRates: {
    rounds: 5,
    installations: 100,
    // Up to more than two cores carry.
    devices: [10, 100, 300, 1000],
    warmUpMs: 2000,
    durationMs: 5000,
  },
  databaseDisk: { rounds: 1, devices: 10, sampleSets: 21_600 },
  databaseWriter: { rounds: 5, load: { devices: 100, periodMs: 100 }, warmUpMs: 2000, durationMs: 8000 },
  historyIngest: { rounds: 5, warmUpMs: 3000, durationMs: 15_000 },
  historyYear: { rounds: 5, days: 365, questions: 200 },
  historyDays: { rounds: 5, days: 5, questions: 200 },
  requests: { rounds: 5, connections: [1, 10, 100, 500, 1000], warmUpMs: 300, durationMs: 1000 },
  streams: { rounds: 5, devices: [10, 100], clients: [1, 20, 100, 200], warmUpMs: 500, durationMs: 1500 },
  slowReaders: {
    rounds: 5,
    readers: [10, 50, 200],
    paces: ['not at all', 'slow'] as SlowReadersOptions['paces'],
    durationMs: 1500,
    untilEnded: true,
  },
  scaling: { rounds: 5, loads: LOADS, beside: BESIDE, warmUpMs: 1000, durationMs: 3000 },
  beforeAfter: { rounds: 7, load: loadOf(200, 10), warmUpMs: 2000, durationMs: 5000 },
  profile: { loads: [loadOf(200, 10), loadOf(500, 50)], olderLoad: loadOf(200, 10), warmUpMs: 2000, durationMs: 5000 },
};

/** Everything once: for crashes and lost readings, not for figures. */
const QUICK: typeof FULL = {
  throughput: { rounds: 1, warmUpMs: 50, durationMs: 200 },
  latency: { rounds: 1, lines: 20 },
  startUp: { rounds: 1 },
  memory: { rounds: 1, settleMs: 200 },
  mqttRate: { rounds: 1, warmUpMs: 0, durationMs: 300, backlog: 5000, lines: 5000, live: [20] },
  mqttDelay: { rounds: 1, warmUpMs: 200, durationMs: 800 },
  mqttChosen: { rounds: 1, warmUpMs: 200, durationMs: 2000, load: { devices: 50, periodMs: 20 } },
  mqttAway: { runs: [{ rounds: 1, readings: 4800, devices: 48 }], bare: { rounds: 1, readings: 2400 } },
  databaseLines: { rounds: 1, warmUp: 1000, durationMs: 500 },
  usbReading: { instruments: [10], rounds: 1, warmUpMs: 200, durationMs: 300 },
  computed: { devices: 10, computed: 50, rounds: 1, warmUpMs: 200, durationMs: 1000 },
  chartFrames: { rounds: 1, warmUpMs: 200, durationMs: 500 },
  // Two readings in a bucket, or they would not be buckets.
  chartMonth: { rounds: 1, warmUpMs: 0, durationMs: 300, periodMs: 900_000 },
  deviceList: { rounds: 1, warmUpMs: 0, durationMs: 500 },
  desktopWindow: { rounds: 1, settleMs: 200 },
  desktopIdle: { rounds: 1, settleMs: 200, durationMs: 500 },
  fleet: { rounds: 1, remotes: 20, instruments: 10, warmUpMs: 200, durationMs: 1500 },
  databaseRates: { rounds: 1, installations: 10, devices: [10], warmUpMs: 200, durationMs: 1500 },
  databaseDisk: { rounds: 1, devices: 2, sampleSets: 1000 },
  databaseWriter: { rounds: 1, load: { devices: 20, periodMs: 100 }, warmUpMs: 200, durationMs: 1500 },
  historyIngest: { rounds: 1, warmUpMs: 200, durationMs: 800 },
  historyYear: { rounds: 1, days: 2, questions: 10 },
  historyDays: { rounds: 1, days: 1, questions: 10 },
  requests: { rounds: 1, connections: [1000], warmUpMs: 50, durationMs: 200 },
  streams: { rounds: 1, devices: [10], clients: [20], warmUpMs: 100, durationMs: 300 },
  slowReaders: { rounds: 1, readers: [10], paces: ['not at all'], durationMs: 500, untilEnded: false },
  scaling: { rounds: 1, loads: QUICK_LOADS, beside: [], warmUpMs: 200, durationMs: 400 },
  beforeAfter: { rounds: 1, load: loadOf(20, 10), warmUpMs: 100, durationMs: 300 },
  profile: { loads: [loadOf(20, 10)], olderLoad: loadOf(20, 10), warmUpMs: 100, durationMs: 300 },
};

/** A part of docs/measurements.md, between markers with its name. */
export type Block =
  | 'service'
  | 'mqtt'
  | 'sending'
  | 'usb'
  | 'gateways'
  | 'databases'
  | 'history'
  | 'charts'
  | 'desktop'
  | 'scaling'
  | 'connections';

/** Minutes of each full block on an idle machine with four cores, calculated from the sizes. */
export const ESTIMATED_MINUTES: Record<Block, number> = {
  service: 5,
  mqtt: 23,
  sending: 14,
  usb: 7,
  gateways: 4,
  databases: 17,
  history: 6,
  charts: 8,
  desktop: 9,
  scaling: 15,
  connections: 9,
};

/** The longest quick benchmarks, which start first. */
export const QUICK_FIRST: readonly string[] = ['desktop-idle', 'mqtt-away', 'latency', 'mqtt-rate', 'fleet'];

/**
 * Quick runs omit these unless named: others find the same failures. The first packages and starts the same app as
 * `desktop-idle`; two need the git history, which a copy of the sources may lack.
 */
export const NOT_QUICK: readonly string[] = ['desktop-window', 'before-after', 'profile'];

type Benchmarks = Record<Block, Record<string, () => Promise<Section>>>;

/** Every benchmark by block and name, in the order in which they run. */
export function benchmarks({ quick }: { quick: boolean }): Benchmarks {
  const size = quick ? QUICK : FULL;
  return {
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
    sending: {
      'database-lines': () => measureLines(size.databaseLines),
      'mqtt-chosen': () => measureChosen(size.mqttChosen),
    },
    usb: {
      'usb-reading': () => measureUsbReading(size.usbReading),
      computed: () => measureComputed(size.computed),
    },
    gateways: {
      fleet: () => measureFleet(size.fleet),
    },
    databases: {
      'database-rates': () => measureDatabaseRates(size.databaseRates),
      'database-disk': () => measureDatabaseDisk(size.databaseDisk),
      'database-writer': () => measureDatabaseWriter(size.databaseWriter),
    },
    history: {
      'history-ingest': () => measureIngest(size.historyIngest),
      'history-year': () => measureYear(size.historyYear),
      'history-days': () => measureDays(size.historyDays),
    },
    charts: {
      'chart-frames': () => measureFrames(size.chartFrames),
      'chart-month': () => measureMonth(size.chartMonth),
      'device-list': () => measureDeviceList(size.deviceList),
    },
    desktop: {
      'desktop-window': () => measureWindow(size.desktopWindow),
      'desktop-idle': () => measureIdle(size.desktopIdle),
    },
    scaling: {
      scaling: () => measureScaling(size.scaling),
      'before-after': () => measureBeforeAfter(size.beforeAfter),
      profile: () => measureProfile(size.profile),
    },
    connections: {
      requests: () => measureRequests(size.requests),
      streams: () => measureStreams(size.streams),
      'slow-readers': () => measureSlowReaders(size.slowReaders),
    },
  };
}
