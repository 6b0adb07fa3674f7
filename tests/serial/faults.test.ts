/** Instruments that misbehave on the line: no wrong value ever, and back to work as soon as they are. */
import { describe, expect, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '../instruments/emulator.ts';
import { type EventClient, openEvents } from '../support/events.ts';
import { atEnd, plug, serve } from '../support/rig.ts';
import { type Reads, reads } from '../support/serial/reads.ts';
import type { Reading } from '../support/shapes.ts';
import { until } from '../support/until.ts';

interface Bench {
  instrument: Emulator;
  api: Reads;
  events: EventClient;
}

async function bench(options: Partial<EmulatorOptions> = {}): Promise<Bench> {
  const instrument = await plug(options);
  const service = await serve([instrument]);
  const api = reads(service);
  await api.temperature('E24638', 24.87, 30_000);
  const events = await openEvents(service.url);
  atEnd(events.close);
  return { instrument, api, events };
}

/** Every temperature that was ever told. */
const temperatures = ({ events }: Bench): Set<number | null | undefined> =>
  new Set(
    events.seen.flatMap(({ event, data }) => {
      const values = data['values'] as Record<string, Reading> | undefined;
      return event === 'readings' && values?.['temperature'] ? [values['temperature'].magnitude] : [];
    }),
  );

const rejected = async ({ api }: Bench): Promise<number> =>
  (await api.app()).devices.find(({ serial }) => serial === 'E24638')?.counters['rejected'] ?? -1;

/** After all that, plain lines are read again. */
async function recovers({ instrument, api }: Bench, degrees = 30): Promise<void> {
  instrument.show(['100000', String(degrees), '50']);
  await api.temperature('E24638', degrees);
}

describe('from the first line on', () => {
  test.each([
    ['a partial first line', { partialFirstLine: true }],
    ['LF alone', { bareLineFeed: true }],
    ['check sums in upper case', { upperCaseCrc: true }],
    ['a late answer to INFO', { info: 1500 }],
    ['no echo of POLL and FRAC', { noEcho: true }],
    ['commands that need a pause of 100 ms', { commandGapMs: 100 }],
  ] as [string, EmulatorOptions['faults'] & object][])('%s', async (_what, faults) => {
    const started = await bench({ faults });
    expect(Object.keys((await started.api.devices())['E24638']?.channels ?? {})).toHaveLength(7);
    await recovers(started);
  });

  test('no answer to INFO: it is shown, or said', async () => {
    const instrument = await plug({ faults: { info: 'missing' } });
    const api = reads(await serve([instrument]));
    await until('a device or a trouble', async () => {
      const { troubles } = await api.app();
      const said = troubles.some((item) => JSON.stringify(item).includes(instrument.options.path));
      return said || (await api.values('E24638'))?.['temperature'] === 24.87;
    });
    instrument.faults.info = 'given';
    instrument.show(['100000', '31', '50']);
    await api.temperature('E24638', 31, 40_000);
  });
});

describe('in between', () => {
  test('a wrong check sum never yields a value', async () => {
    const started = await bench();
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
    const started = await bench();
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
    const devices = Object.keys(await started.api.devices());
    expect(devices).toEqual(['E24638']);
  });

  test('a burst is read to its last line', async () => {
    const started = await bench();
    started.instrument.sendBurst(500);
    await recovers(started);
    const { devices } = await started.api.app();
    expect(devices[0]?.counters['samplings']).toBeGreaterThanOrEqual(500);
  });

  test('ERROR is null, not a number', async () => {
    const started = await bench();
    started.instrument.faults.errorColumns = new Set([2]);
    await until('the null', () => temperatures(started).has(null));
    const values = await started.api.values('E24638');
    expect(Object.keys(values ?? {}).toSorted()).toEqual(['altitude', 'atmospheric_pressure', 'relative_humidity']);
    started.instrument.faults.errorColumns = new Set();
    await recovers(started);
    expect([...temperatures(started)].every((value) => value === null || value === 24.87 || value === 30)).toBe(true);
  });
});

test('silence: no values, then the port is opened afresh, then it recovers', async () => {
  const started = await bench();
  const { instrument, api } = started;
  let opened = 0;
  instrument.on('opened', () => {
    opened += 1;
  });
  instrument.faults.silent = true;
  await api.silence('E24638');
  expect((await api.app()).devices[0]?.state).toBe('silent');
  await until('the port to be opened afresh', () => opened > 0, 30_000);
  instrument.faults.silent = false;
  await recovers(started);
  expect((await api.app()).devices[0]?.state).toBe('measuring');
});
