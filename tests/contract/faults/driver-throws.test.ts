/** A driver that fails in each of its methods, at once and later: it is named, and the instruments of the others go on. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DriverRunner } from '../../../service/composition/driver-runner.ts';
import { ResumeNotifier } from '../../../service/composition/resume-notifier.ts';
import type { DeviceClaims, DeviceSource } from '../../../service/devices/ownership.ts';
import { Registry } from '../../../service/devices/registry.ts';
import type { Driver } from '../../../service/drivers/driver.ts';
import { SimulatedDriver } from '../../../service/drivers/simulated/simulated-driver.ts';
import { systemClock } from '../../../service/support/clock.ts';
import type { Logger } from '../../../service/support/logger.ts';
import { createLogger } from '../../../service/support/pino-logger.ts';
import { ShutdownStack } from '../../../service/support/shutdown-stack.ts';
import { describePth } from '../../service/devices/support.ts';
import { until } from '../../support/until.ts';

/** It can speak both protocols. */
const DESCRIPTION = describePth('E90001', { protocols: { usb: true, vcp: true }, protocol: 'usb' });

type Method = 'start' | 'stop' | 'wake' | 'setPeriod' | 'setProtocol';
type Way = 'throws' | 'rejects';

/** Attaches one instrument, and fails where it is told to. */
class FailingDriver implements Driver, DeviceSource {
  readonly name = 'failing';
  readonly #devices: DeviceClaims;
  readonly #method: Method;
  readonly #way: Way;

  constructor(devices: DeviceClaims, method: Method, way: Way) {
    this.#devices = devices;
    this.#method = method;
    this.#way = way;
  }

  start(): Promise<void> {
    this.#devices.claim(this, DESCRIPTION);
    return this.#do('start');
  }

  stop = (): Promise<void> => this.#do('stop');
  wake = (): void => void this.#do('wake');
  setPeriod = (): Promise<void> => this.#do('setPeriod');
  setProtocol = (): Promise<void> => this.#do('setProtocol');

  #do(method: Method): Promise<void> {
    if (method !== this.#method) return Promise.resolve();
    const error = new Error(`The ${method} of a driver failed.`);
    if (this.#way === 'throws') throw error;
    return Promise.reject(error);
  }
}

let lines: string[];
let registry: Registry;
let parts: ShutdownStack;
let wakening: ResumeNotifier;
let logger: Logger;
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeEach(async () => {
  lines = [];
  unhandled.length = 0;
  process.on('unhandledRejection', note);
  logger = createLogger({ level: 'info', sinks: [{ write: (line) => lines.push(line) }] });
  registry = new Registry({ clock: systemClock, logger });
  parts = new ShutdownStack(logger);
  wakening = new ResumeNotifier({ clock: systemClock, logger });
  const simulation = {
    usb: 1,
    gateway: 0,
    seed: 1,
    periodMs: 100,
    clock: systemClock,
    periodOf: () => undefined,
  };
  const devices = registry.connect('simulated');
  await run(new SimulatedDriver({ ...simulation, devices }), devices);
});

afterEach(async () => {
  await parts.stop();
  process.off('unhandledRejection', note);
});

/** As the composition root does it. */
async function run(driver: Driver, devices: DeviceClaims): Promise<void> {
  const started = new DriverRunner({ drivers: [driver], devices, logger });
  parts.add(`${driver.name} driver`, () => started.stop());
  await started.start();
  wakening.add(driver);
}

const CASES: [Method, Way][] = [
  ['start', 'throws'],
  ['start', 'rejects'],
  ['stop', 'throws'],
  ['stop', 'rejects'],
  ['wake', 'throws'],
  ['setPeriod', 'throws'],
  ['setPeriod', 'rejects'],
  ['setProtocol', 'throws'],
  ['setProtocol', 'rejects'],
];

test.each(CASES)('%s %s: it is said, and the others go on', async (method, way) => {
  const devices = registry.connect('failing');
  await run(new FailingDriver(devices, method, way), devices);
  const failed = `The ${method} of a driver failed.`;
  wakening.wake();
  const refused = method.startsWith('set') ? failed : undefined;
  const period = registry.setPeriod(DESCRIPTION, 500).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(await period).toBe(method === 'setPeriod' ? refused : undefined);
  const protocol = registry.setProtocol(DESCRIPTION, 'vcp').then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(await protocol).toBe(method === 'setProtocol' ? refused : undefined);
  const codes = registry.problems().map(({ code, subject }) => `${code} ${subject}`);
  expect(codes).toEqual(method === 'start' ? ['driver-failed failing'] : []);
  const before = registry.readingsTotal;
  await until('readings of the other driver', () => registry.readingsTotal > before + 10);
  await parts.stop();
  expect(registry.list('usb').filter(({ description }) => description.simulated)).toEqual([]);
  const isLogged = lines.some((line) => line.includes(failed));
  expect(isLogged).toBe(refused === undefined);
  expect(unhandled).toEqual([]);
});
