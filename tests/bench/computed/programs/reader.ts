/**
 * A process that reads instruments on serial ports with the serial driver and the registry, and reports its processor
 * time. Started with its task as its only argument; prints the result as JSON.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from '../../../../service/devices/registry.ts';
import { SerialDriver } from '../../../../service/drivers/serial/serial-driver.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { until } from '../../../support/until.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { startComputed } from '../load.ts';

export interface ReaderTask {
  /** By serial number of the instrument. */
  ports: Readonly<Record<string, string>>;
  periodMs: number;
  /** Computed channels over the devices; left out: the service's part for them is not there. */
  computed?: number;
  warmUpMs: number;
  durationMs: number;
}

export interface ReaderResult {
  /** Sample sets of the instruments per second. */
  setsPerSecond: number;
  /** Results of computed channels per second. */
  resultsPerSecond: number;
  /** Processor time of one sample set, user and system, in microseconds. */
  cpuPerSet: number;
}

async function measure({ ports, periodMs, computed, warmUpMs, durationMs }: ReaderTask): Promise<ReaderResult> {
  const registry = new Registry({ clock: systemClock, logger: silentLogger });
  let [sets, results] = [0, 0];
  registry.events.on('readings', ({ device }) => {
    if (device.description.family === 'computed') results += 1;
    else sets += 1;
  });
  const serials = Object.keys(ports);
  if (computed !== undefined) {
    const dataDir = await mkdtemp(join(tmpdir(), 'mensura-bench-'));
    process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
    await startComputed({ dataDir, registry, clock: systemClock, serials, count: computed });
  }
  const driver = new SerialDriver({
    ports: Object.values(ports),
    devices: registry.connect('serial'),
    clock: systemClock,
    logger: silentLogger,
    periodOf: () => periodMs,
    findPorts: async () => [],
  });
  registry.start();
  await driver.start();
  const isReady = (): boolean =>
    serials.every((serial) => {
      const device = registry.get({ family: 'usb', serial });
      return device?.state === 'measuring' && device.description.periodMs === periodMs;
    });
  await until(`a reading of each instrument every ${periodMs} ms`, isReady, PATIENCE_MS);
  await delay(warmUpMs);
  const before = { sets, results, at: performance.now(), cpu: process.cpuUsage() };
  await delay(durationMs);
  const { user, system } = process.cpuUsage(before.cpu);
  const seconds = (performance.now() - before.at) / 1000;
  return {
    setsPerSecond: (sets - before.sets) / seconds,
    resultsPerSecond: (results - before.results) / seconds,
    cpuPerSet: (user + system) / (sets - before.sets),
  };
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as ReaderTask)));
process.exit();
