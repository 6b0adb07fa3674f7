/**
 * A process that reads emulated devices over a bus inside itself, with our driver or in a bare loop, and reports
 * readings and processor time. Started with its task as its only argument; prints the result as JSON.
 */
import { Registry } from '../../../service/devices/registry.ts';
import { UsbDriver } from '../../../service/drivers/usb/usb-driver.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { playProduct } from '../../emulator/usb/models/products.ts';
import type { VirtualInstrument } from '../../emulator/usb/parts.ts';
import { FakeBus } from '../../service/drivers/usb/support/fake-bus.ts';

export interface ReaderTask {
  /** `driver`: the USB driver and the registry. `bare`: the same transfers, with ignored replies. */
  reader: 'driver' | 'bare';
  instruments: number;
  /** Milliseconds; 0 is as fast as possible. */
  periodMs: number;
  warmUpMs: number;
  durationMs: number;
}

export interface ReaderResult {
  /** Channel readings per second. */
  readingsPerSecond: number;
  /** Processor time of one channel reading, user and system, in microseconds. */
  cpuPerReading: number;
  /** Channel readings that devices replied with, and those that the reader passed on. */
  answered: number;
  told: number;
}

/** Channels of the emulated device: pressure, temperature, humidity. */
const CHANNELS = 3;

/** GET_RAW (docs/hardware.md#usb-commands), and the maximum length of a reply (docs/hardware.md#usb-requests). */
const GET_RAW = 0x10;
const REPLY_LENGTH = 32;

/** Time limit for a sample set in progress, in milliseconds. */
const SETTLE_MS = 5000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts reading. @returns a function for the number of sample sets read so far */
async function startDriver(bus: FakeBus, periodMs: number): Promise<() => number> {
  const registry = new Registry({ clock: systemClock, logger: silentLogger });
  let moments = 0;
  registry.events.on('readings', () => {
    moments += 1;
  });
  const driver = new UsbDriver({
    bus,
    devices: registry.connect('usb'),
    onVcpDevices: () => {},
    clock: systemClock,
    logger: silentLogger,
    // The shortest period of a timer; late samples are skipped.
    periodOf: () => Math.max(periodMs, 1),
    udevRule: undefined,
  });
  registry.start();
  await driver.start();
  return () => moments;
}

async function startBare(bus: FakeBus, periodMs: number): Promise<() => number> {
  let moments = 0;
  for (const plug of bus.plugs) {
    const link = await plug.open();
    const read = async (): Promise<void> => {
      for (let value = 0; value < CHANNELS; value += 1) {
        await link.controlIn({ request: GET_RAW, value, length: REPLY_LENGTH }, 1000);
      }
      moments += 1;
    };
    if (periodMs > 0) setInterval(() => void read(), periodMs);
    else void readForEver(read);
  }
  return () => moments;
}

async function readForEver(read: () => Promise<void>): Promise<never> {
  for (;;) {
    // Lets timers run, including the one that ends this.
    for (let moment = 0; moment < 100; moment += 1) await read();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Complete sample sets, counted by replies of the last channel. */
let answered = 0;

function counted(instrument: VirtualInstrument): VirtualInstrument {
  return {
    descriptors: instrument.descriptors,
    control: (setup) => {
      if (setup.request === GET_RAW && setup.value === CHANNELS - 1) answered += 1;
      return instrument.control(setup);
    },
  };
}

/** Waits until a sample set in progress is passed on. */
async function settled(moments: () => number): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  while (moments() !== answered && performance.now() < deadline) await pause(1);
}

async function measure({ reader, instruments, periodMs, warmUpMs, durationMs }: ReaderTask): Promise<ReaderResult> {
  const bus = new FakeBus();
  for (let index = 0; index < instruments; index += 1) {
    bus.plug(counted(playProduct({ product: 'pth450', serial: `E${10_000 + index}` })));
  }
  const moments = await (reader === 'driver' ? startDriver : startBare)(bus, periodMs);
  await pause(warmUpMs);
  const before = { moments: moments(), at: performance.now(), cpu: process.cpuUsage() };
  await pause(durationMs);
  const readings = (moments() - before.moments) * CHANNELS;
  const seconds = (performance.now() - before.at) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  await settled(moments);
  return {
    readingsPerSecond: readings / seconds,
    cpuPerReading: (user + system) / readings,
    answered: answered * CHANNELS,
    told: moments() * CHANNELS,
  };
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '{}') as ReaderTask)));
process.exit();
