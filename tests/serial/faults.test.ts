/** Instruments that misbehave on the line: no wrong value ever, and back to work as soon as they are. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../emulator/emulator.ts';
import type { Faults } from '../emulator/faults.ts';
import { atEnd } from '../support/at-end.ts';
import { type EventClient, openEvents } from '../support/events.ts';
import { plug, serve } from '../support/rig.ts';
import { type Reads, reads } from '../support/serial/reads.ts';
import type { RunningService } from '../support/service.ts';
import type { AppForm, Reading } from '../support/shapes.ts';
import { until } from '../support/until.ts';

interface Bench {
  serial: string;
  instrument: Emulator;
  api: Reads;
  events: EventClient;
}

/** Wrong from the first line on. */
const AT_FIRST: [string, Partial<Faults>][] = [
  ['a partial first line', { partialFirstLine: true }],
  ['LF alone', { bareLineFeed: true }],
  ['check sums in upper case', { upperCaseCrc: true }],
  ['a late answer to INFO', { info: 1500 }],
  ['no echo of POLL and FRAC', { noEcho: true }],
  ['commands that need a pause of 100 ms', { commandGapMs: 100 }],
];

/** Instruments with nothing wrong at first, one for each of the other tests. */
const WELL = 5;

/** Everyone's service has an instrument for each test on a port of its own, from its start on. */
let service: RunningService;
let instruments: Emulator[];
let mute: Emulator;
beforeAll(async () => {
  const given = [...AT_FIRST.map(([, faults]) => faults), ...Array.from({ length: WELL }, () => ({}))];
  instruments = await Promise.all(given.map((faults, index) => plug({ serial: `E${30_000 + index}`, faults })));
  mute = await plug({ serial: 'E39999', faults: { info: 'missing' } });
  service = await serve([...instruments, mute]);
});

/** @param index of the instrument: those of `AT_FIRST`, then those that are well */
async function bench(index: number): Promise<Bench> {
  const instrument = instruments[index];
  if (!instrument) throw new Error(`There is no instrument ${index}.`);
  const { serial } = instrument.options;
  const api = reads(service);
  await api.temperature(serial, 24.87, 30_000);
  const events = await openEvents(service.url);
  atEnd(events.close);
  return { serial, instrument, api, events };
}

const well = (index: number): Promise<Bench> => bench(AT_FIRST.length + index);

/** Every temperature that was ever told of the instrument. */
const temperatures = ({ events, serial }: Bench): Set<number | null | undefined> =>
  new Set(
    events.seen.flatMap(({ event, data }) => {
      const values = data['values'] as Record<string, Reading> | undefined;
      return event === 'readings' && data['serial'] === serial && values?.['temperature']
        ? [values['temperature'].magnitude]
        : [];
    }),
  );

const appDevice = async ({ api, serial }: Bench): Promise<AppForm['devices'][number] | undefined> =>
  (await api.app()).devices.find((device) => device.serial === serial);

const rejected = async (started: Bench): Promise<number> => (await appDevice(started))?.counters['rejected'] ?? -1;

/** After all that, plain lines are read again. */
async function recovers({ instrument, api, serial }: Bench, degrees = 30): Promise<void> {
  instrument.show(['100000', String(degrees), '50']);
  // One now, rather than with the next second.
  instrument.sendBurst(1);
  await api.temperature(serial, degrees);
}

// First, since it waits longest.
test.concurrent('silence: no values, then the port is opened afresh, then it recovers', async () => {
  const started = await well(4);
  const { instrument, api, serial } = started;
  let opened = 0;
  instrument.on('opened', () => {
    opened += 1;
  });
  instrument.faults.silent = true;
  await api.silence(serial);
  expect((await appDevice(started))?.state).toBe('silent');
  await until('the port to be opened afresh', () => opened > 0, 40_000);
  instrument.faults.silent = false;
  await recovers(started);
  expect((await appDevice(started))?.state).toBe('measuring');
});

describe.concurrent('from the first line on', () => {
  test.for(AT_FIRST.map(([what], index) => [what, index] as const))('%s', async ([, index]) => {
    const started = await bench(index);
    expect(Object.keys((await started.api.devices())[started.serial]?.channels ?? {})).toHaveLength(7);
    await recovers(started);
  });

  test('no answer to INFO: it is shown, or said', async () => {
    const { serial, path } = mute.options;
    const api = reads(service);
    await until('a device or a problem', async () => {
      const { problems } = await api.app();
      const said = problems.some((item) => JSON.stringify(item).includes(path));
      return said || (await api.values(serial))?.['temperature'] === 24.87;
    });
    mute.faults.info = 'given';
    mute.show(['100000', '31', '50']);
    await api.temperature(serial, 31, 40_000);
  });
});

describe.concurrent('in between', () => {
  test('a wrong check sum never yields a value', async () => {
    const started = await well(0);
    const { instrument } = started;
    const before = await rejected(started);
    instrument.faults.wrongCrc = Number.POSITIVE_INFINITY;
    instrument.show(['90000', '99.99', '11.11']);
    instrument.sendBurst(20);
    await until('refused lines', async () => (await rejected(started)) >= before + 20);
    instrument.show(['102466', '24.87', '66.81']);
    instrument.faults.wrongCrc = 0;
    await recovers(started);
    await until('the event', () => temperatures(started).has(30));
    for (const value of temperatures(started)) expect([null, 24.87, 30]).toContain(value);
  });

  test('garbage, lines without end and half lines', async () => {
    const started = await well(1);
    const { instrument } = started;
    for (const send of [
      () => instrument.sendGarbage(500),
      () => instrument.sendPartialLine(),
      () => instrument.sendLongLine(500_000),
      () => instrument.sendRaw(Buffer.alloc(300_000, 'y')),
      () => instrument.sendRaw(Buffer.from('\r\n\n\n\r*\r\n*0000\r\nD,*\r\n,,,,\r\n\0\0\0\n')),
      // A check sum that fits, around something that is no reading of this instrument: It was worked out apart.
      () => instrument.sendRaw(Buffer.from('D,VCP-PTH450-CAL,E24638,,NaN,Pa,Infinity,C,1e999,%,*636f\r\n')),
    ]) {
      send();
      await recovers(started, 20 + Math.floor(temperatures(started).size));
    }
    for (const value of temperatures(started))
      expect(value === null || (Number(value) >= 20 && Number(value) <= 40)).toBe(true);
    const devices = Object.values(await started.api.devices());
    const { path } = instrument.options;
    expect(devices.filter(({ connections }) => connections['vcp']?.['port'] === path)).toHaveLength(1);
  });

  test('a burst is read to its last line', async () => {
    const started = await well(2);
    started.instrument.sendBurst(500);
    await recovers(started);
    expect((await appDevice(started))?.counters['samplings']).toBeGreaterThanOrEqual(500);
  });

  test('ERROR is null, not a number', async () => {
    const started = await well(3);
    started.instrument.faults.errorColumns = new Set([2]);
    await until('the null', () => temperatures(started).has(null));
    const values = await started.api.values(started.serial);
    expect(Object.keys(values ?? {}).toSorted()).toEqual(['altitude', 'atmospheric_pressure', 'relative_humidity']);
    started.instrument.faults.errorColumns = new Set();
    await recovers(started);
    expect([...temperatures(started)].every((value) => value === null || value === 24.87 || value === 30)).toBe(true);
  });
});
