/** A history over a registry and a store that the test plays, in the time of vitest's timers. */
import { onTestFinished, vi } from 'vitest';
import { createProduct, VENDOR } from '../../../../service/devices/catalogue.ts';
import { channelOf } from '../../../../service/devices/quantities.ts';
import { Registry } from '../../../../service/devices/registry.ts';
import type { DeviceDescription } from '../../../../service/devices/types.ts';
import { History, type HistoryOptions } from '../../../../service/history/history.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { describePth, PlayedDriver } from '../../devices/support.ts';
import { PlayedStore } from './played-store.ts';

export const START = Date.UTC(2026, 10, 20, 14, 45, 12, 318);

export const RETENTION = { rawDays: 90, minuteDays: 730, maxBytes: 10 * 2 ** 30 };

/** Three channels, and none that is computed. */
export const PRODUCT = createProduct('VCP-PTH450-CAL', VENDOR, [
  channelOf('atmospheric_pressure'),
  channelOf('temperature'),
  channelOf('relative_humidity'),
]);

export interface HistoryBench {
  registry: Registry;
  driver: PlayedDriver;
  store: PlayedStore;
  history: History;
  attach(serial: string, changes?: Partial<DeviceDescription>): void;
  /** Lets a device measure channels now; null: it gave no valid value. */
  measure(serial: string, values: Record<string, number | null>, at?: number): void;
  /** Code and text of the open problems. */
  problems(): [string, string][];
  /** Moves all clocks, and lets everything happen that is due. */
  pass(ms: number): Promise<void>;
}

/** Fakes timers and clocks until the test is over. The store opens at `pass` unless it is told not to. */
export function createHistoryBench(changes: Partial<HistoryOptions> = {}, store = new PlayedStore()): HistoryBench {
  vi.useFakeTimers({ now: START });
  onTestFinished(() => void vi.useRealTimers());
  const registry = new Registry({ clock: systemClock, logger: silentLogger });
  const driver = new PlayedDriver();
  driver.connect(registry);
  registry.start();
  onTestFinished(() => registry.stop());
  const history = new History({
    store,
    registry,
    recordSimulated: false,
    clock: systemClock,
    logger: silentLogger,
    ...changes,
  });
  return {
    registry,
    driver,
    store,
    history,
    attach: (serial, description) =>
      driver.events.emit('attached', describePth(serial, { product: PRODUCT, ...description })),
    measure: (serial, values, at = Date.now()) => {
      const samples = Object.entries(values).map(([channel, magnitude]) => ({ channel, magnitude }));
      driver.events.emit('readings', { family: 'usb', serial, at, samples });
    },
    problems: () => registry.problems().map(({ code, text }) => [code, text]),
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
  };
}

/** The same, recording. */
export function startHistoryBench(changes: Partial<HistoryOptions> = {}, store?: PlayedStore): HistoryBench {
  const bench = createHistoryBench(changes, store);
  bench.history.start({ record: true, retention: RETENTION });
  return bench;
}
