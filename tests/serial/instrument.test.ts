/** An instrument on a serial line, from its bytes to the answers of the service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator, EmulatorOptions } from '../emulator/emulator.ts';
import { parseColumns } from '../emulator/products.ts';
import { atEnd } from '../support/at-end.ts';
import { openEvents } from '../support/events.ts';
import { plug, serve } from '../support/rig.ts';
import { type Reads, reads } from '../support/serial/reads.ts';
import type { RunningService } from '../support/service.ts';
import type { Reading } from '../support/shapes.ts';
import { until } from '../support/until.ts';

/** What each product of the emulator shows, by the values on its line. */
const PRODUCTS: Record<string, { values: string[]; channels: Record<string, [number, string]> }> = {
  'VCP-PTH450': {
    values: ['101182', '24.8344', '59.8779'],
    channels: {
      atmospheric_pressure: [101.182, 'kPa'],
      temperature: [24.8344, '°C'],
      relative_humidity: [59.8779, '%rh'],
      dew_point: [16.5057, '°C'],
      humidex: [29.7817, '°C'],
      heat_index: [24.8344, '°C'],
    },
  },
  'VCP-TRH450-CAL': {
    values: ['30', '70'],
    channels: {
      temperature: [30, '°C'],
      relative_humidity: [70, '%rh'],
      dew_point: [23.9273, '°C'],
      humidex: [41.2032, '°C'],
      heat_index: [35.038, '°C'],
    },
  },
  'VCP-BAR20-CAL': {
    values: ['95000', '21.5'],
    channels: { atmospheric_pressure: [95, 'kPa'], temperature: [21.5, '°C'], altitude: [540_337, 'mm'] },
  },
  'VCP-RTD300-CAL': { values: ['121.5538101'], channels: { temperature: [121.5538101, '°C'] } },
  'VCP-TMC100k': {
    values: ['23.512', '24.031'],
    channels: { temperature: [23.512, '°C'], cold_junction_temperature: [24.031, '°C'] },
  },
  'VCP-DXC100': {
    values: ['100000', '27.3', '812'],
    channels: { atmospheric_pressure: [100, 'kPa'], temperature: [27.3, '°C'], co2: [812, 'ppm'] },
  },
};

const serialOf = (product: string): string => `E2000${Object.keys(PRODUCTS).indexOf(product)}`;

/** An instrument that no other test has, for each test with one. */
const OTHERS: Partial<EmulatorOptions>[] = [
  {
    product: 'VCP-NEW900',
    serial: 'E99001',
    columns: parseColumns('Probe One:C,Probe Two:C,Gas:ppm,Odd:furlong'),
    values: ['20.5', '21.5', '400', '7'],
  },
  {
    product: 'VCP-TMC100k',
    serial: 'E24640',
    columns: parseColumns('Cold junction:C,Type-K:C'),
    values: ['24.0', '100.5'],
  },
  {
    product: 'VCP-TMC100k',
    serial: 'E24641',
    columns: parseColumns('Probe:C,Ambient:C'),
    values: ['24.0', '1e20'],
  },
  { serial: 'E24700' },
  { serial: 'E24701' },
  { serial: 'E24702' },
  { serial: 'E24703' },
];

/** Everyone's service, on which all of them are plugged in. */
let service: RunningService;
let api: Reads;
let plugged: Emulator[];
beforeAll(async () => {
  const products = Object.entries(PRODUCTS).map(([product, { values }]) => ({
    product,
    serial: serialOf(product),
    values,
  }));
  plugged = await Promise.all([...products, ...OTHERS].map((options) => plug(options)));
  service = await serve(plugged);
  api = reads(service);
});

function instrumentOf(serial: string): Emulator {
  const found = plugged.find(({ options }) => options.serial === serial);
  if (!found) throw new Error(`There is no ${serial}.`);
  return found;
}

test.concurrent('every product of the emulator shows its channels in their units', async () => {
  for (const [product, { channels }] of Object.entries(PRODUCTS)) {
    const serial = serialOf(product);
    await until(`${product} to measure`, async () => Object.keys((await api.values(serial)) ?? {}).length > 0);
    const device = (await api.devices())[serial];
    expect(device?.model).toBe(`${product}/v1`);
    for (const [name, [magnitude, unit]] of Object.entries(channels)) {
      const value = device?.channels[name]?.value;
      expect(value?.unit, `${product} ${name}`).toBe(unit);
      // Published to so many digits; real channels are compared exactly elsewhere.
      expect(
        Math.abs((value?.magnitude ?? Number.NaN) - magnitude),
        `${product} ${name}: ${value?.magnitude}`,
      ).toBeLessThan(name === 'altitude' ? 1 : 6e-5);
    }
    if (product !== 'VCP-PTH450')
      expect(Object.keys(device?.channels ?? {}).toSorted()).toEqual(Object.keys(channels).toSorted());
  }
});

test.concurrent('a product that no catalogue knows is shown by its columns', async () => {
  const found = await until('its values', async () => {
    const shown = await api.values('E99001');
    return shown && Object.keys(shown).length >= 4 ? shown : null;
  });
  expect(found).toMatchObject({ temperature: 20.5, temperature_2: 21.5, raw_1: 7 });
  expect(Object.values(found)).toContain(400);
  expect((await api.devices())['E99001']).toMatchObject({
    model: 'VCP-NEW900/v1',
    config: { protocol: { usb: true, vcp: true } },
    connections: { usb: null, vcp: { port: instrumentOf('E99001').options.path } },
  });
});

test.concurrent('headings say which column is which, and what they do not say is shown under them', async () => {
  await api.temperature('E24640', 100.5);
  expect(await api.values('E24640')).toEqual({ cold_junction_temperature: 24, temperature: 100.5 });
  expect(await until('the other', async () => (await api.values('E24641'))?.['probe'])).toBe(24);
  // No thermocouple measures 1e20 °C, whatever the check sum says.
  expect((await api.devices())['E24641']?.channels['ambient']?.value).toBeNull();
  const { devices, problems } = await api.app();
  const unclear = problems.filter(({ code }) => code === 'unclear-heading');
  expect(unclear).toMatchObject([{ subject: 'E24641' }]);
  expect(unclear[0]?.text).toContain('"Probe" (C) as probe, "Ambient" (C) as ambient');
  expect(devices.find(({ serial }) => serial === 'E24640')).toMatchObject({
    channel_labels: { cold_junction_temperature: 'Cold junction', temperature: 'Type-K' },
  });
});

describe.concurrent('the sampling period', () => {
  test('is set on the instrument, told in every answer, and kept', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mensura-period-'));
    atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
    const instrument = await plug();
    const first = await serve([instrument], { dataDir });
    const own = reads(first);
    await own.temperature('E24638', 24.87);
    expect(instrument.pollMs).toBe(1000);
    const client = await openEvents(first.url);
    atEnd(client.close);

    const answer = await own.patch('E24638', { period_ms: 200 });
    expect(answer.status, answer.text).toBe(200);
    expect(instrument.pollMs).toBe(200);
    const periods = async (): Promise<Set<number>> =>
      new Set(Object.values((await own.devices())['E24638']?.channels ?? {}).map(({ period_ms }) => period_ms));
    expect(await periods()).toEqual(new Set([200]));
    await client.waitFor('the new period', ({ what, value }) => {
      const device = value['device'] as { channels: Record<string, { period_ms: number }> } | undefined;
      return what === 'device' && device?.channels['temperature']?.period_ms === 200;
    });
    const readings = (): number[] =>
      client.seen.flatMap(({ event, data }) => (event === 'readings' ? [Date.parse(String(data['timestamp']))] : []));
    // A mean of 200 ms over some ten of them, with room for a busy machine; the old period would give 9000 each time.
    await until('ten readings at the new period', () =>
      readings().some((at, index, all) => (all[index + 9] ?? Number.POSITIVE_INFINITY) - at < 6000),
    );
    client.close();

    await first.stop();
    await instrument.stop();
    await instrument.start();
    expect(instrument.pollMs).toBe(1000);
    const again = reads(await serve([instrument], { dataDir }));
    await again.temperature('E24638', 24.87);
    await until('the kept period', () => instrument.pollMs === 200);
    await until('the kept period in the answers', async () => {
      return (await again.devices())['E24638']?.channels['temperature']?.period_ms === 200;
    });
  });

  test.for([99, 60_001, 0, -1, 1.5, null, '200', true])('%j is refused', async (period) => {
    await api.temperature('E24700', 24.87);
    const answer = await api.patch('E24700', { period_ms: period });
    expect(answer.status).toBe(400);
    expect(answer.json()['message']).toMatch(/\S/);
    expect(instrumentOf('E24700').pollMs).toBe(1000);
  });

  test.for([
    ['silent', 'E24701'],
    ['noEcho', 'E24702'],
  ] as const)('an instrument that says nothing to it (%s): what is told is what it does', async ([fault, serial]) => {
    const instrument = instrumentOf(serial);
    await api.temperature(serial, 24.87);
    instrument.faults[fault] = true;
    const answer = await api.patch(serial, { period_ms: 300 });
    if (fault === 'silent') {
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(answer.json()['message']).toMatch(/E24701|device/);
    }
    // It took POLL without a word: either the old period is set again, or the new one is told.
    instrument.faults[fault] = false;
    await until('answers and instrument to agree', async () => {
      const period = (await api.devices())[serial]?.channels['temperature']?.period_ms;
      return period !== undefined && period === instrument.pollMs;
    });
  });
});

test.concurrent('values go to the event stream as they come', async () => {
  const instrument = instrumentOf('E24703');
  await api.temperature('E24703', 24.87);
  const client = await openEvents(service.url);
  atEnd(client.close);
  instrument.show(['99999', '-3.25', '100']);
  const event = await client.waitFor('the new values', ({ data }) => {
    const values = data['values'] as Record<string, Reading> | undefined;
    return data['serial'] === 'E24703' && values?.['temperature']?.magnitude === -3.25;
  });
  const values = event.data['values'] as Record<string, Reading>;
  expect(values['atmospheric_pressure']).toEqual({ magnitude: 99.999, unit: 'kPa' });
  expect(values['relative_humidity']).toEqual({ magnitude: 100, unit: '%rh' });
  expect(Math.abs((values['dew_point']?.magnitude ?? 0) + 3.25)).toBeLessThan(0.01);
});
