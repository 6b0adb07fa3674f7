/**
 * All benchmarks, in the blocks of docs/measurements.md. A new one is registered here alone: its sizes in FULL and
 * QUICK, itself in `benchmarks`; a new block also with its time in ESTIMATED_MINUTES, and with its two markers in the
 * document.
 */
import { measureFrames } from './charts/frames.ts';
import { measureIdle } from './desktop/idle.ts';
import { measureWindow } from './desktop/window.ts';
import { measureFleet } from './gateways/fleet.ts';
import { measureIngest } from './history/ingest.ts';
import { measureYear } from './history/year.ts';
import { measureLatency } from './latency.ts';
import { measureMemory } from './memory.ts';
import { measureAbsence } from './mqtt/absence.ts';
import { measureDelay } from './mqtt/delay.ts';
import { measureRates } from './mqtt/rates.ts';
import type { Section } from './results.ts';
import { measureStartUp } from './start-up.ts';
import { measureThroughput } from './throughput.ts';
import { measureUsbReading } from './usb/reading.ts';

/** At least five rounds of everything; all blocks together in about an hour. */
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

/** Once through everything: for crashes and lost readings, not for figures. */
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

/** A part of docs/measurements.md that is written at once, between markers with its name. */
export type Block = 'service' | 'mqtt' | 'usb' | 'gateways' | 'history' | 'charts' | 'desktop';

/** How long each block takes in full on a quiet machine of four cores, worked out from the sizes. */
export const ESTIMATED_MINUTES: Record<Block, number> = {
  service: 5,
  mqtt: 30,
  usb: 4,
  gateways: 4,
  history: 6,
  charts: 3,
  desktop: 11,
};

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
    usb: {
      'usb-reading': () => measureUsbReading(size.usbReading),
    },
    gateways: {
      fleet: () => measureFleet(size.fleet),
    },
    history: {
      'history-ingest': () => measureIngest(size.historyIngest),
      'history-year': () => measureYear(size.historyYear),
    },
    charts: {
      'chart-frames': () => measureFrames(size.chartFrames),
    },
    desktop: {
      'desktop-window': () => measureWindow(size.desktopWindow),
      'desktop-idle': () => measureIdle(size.desktopIdle),
    },
  };
}
