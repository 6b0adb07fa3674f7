/** An instrument on a serial line, from its bytes to the answers of the service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseColumns } from '../instruments/products.ts';
import { openEvents } from '../support/events.ts';
import { atEnd, plug, serve } from '../support/rig.ts';
import { reads } from '../support/serial/reads.ts';
import type { Reading } from '../support/shapes.ts';
import { until } from '../support/until.ts';

test('every product of the emulator shows its channels in their units', async () => {
  const expected: Record<string, { values: string[]; channels: Record<string, [number, string]> }> = {
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
  const products = Object.entries(expected);
  const plugged = await Promise.all(
    products.map(([product, { values }], index) => plug({ product, serial: `E2000${index}`, values })),
  );
  const api = reads(await serve(plugged));
  for (const [index, [product, { channels }]] of products.entries()) {
    const serial = `E2000${index}`;
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

test('a product that no catalogue knows is shown by its columns', async () => {
  const columns = parseColumns('Probe One:C,Probe Two:C,Gas:ppm,Odd:furlong');
  const values = ['20.5', '21.5', '400', '7'];
  const instrument = await plug({ product: 'VCP-NEW900', serial: 'E99001', columns, values });
  const api = reads(await serve([instrument]));
  const found = await until('its values', async () => {
    const shown = await api.values('E99001');
    return shown && Object.keys(shown).length >= 4 ? shown : null;
  });
  expect(found).toMatchObject({ temperature: 20.5, temperature_2: 21.5, raw_1: 7 });
  expect(Object.values(found)).toContain(400);
  expect((await api.devices())['E99001']).toMatchObject({
    model: 'VCP-NEW900/v1',
    config: { protocol: { usb: true, vcp: true } },
    connections: { usb: null, vcp: { port: instrument.options.path } },
  });
});

test('headings say which column is which, and what they do not say is shown under them', async () => {
  const columns = parseColumns('Cold junction:C,Type-K:C');
  const turned = await plug({ product: 'VCP-TMC100k', serial: 'E24640', columns, values: ['24.0', '100.5'] });
  const unclear = await plug({
    product: 'VCP-TMC100k',
    serial: 'E24641',
    columns: parseColumns('Probe:C,Ambient:C'),
    values: ['24.0', '1e20'],
  });
  const api = reads(await serve([turned, unclear]));
  await api.temperature('E24640', 100.5);
  expect(await api.values('E24640')).toEqual({ cold_junction_temperature: 24, temperature: 100.5 });
  expect(await until('the other', async () => (await api.values('E24641'))?.['probe'])).toBe(24);
  // No thermocouple measures 1e20 °C, whatever the check sum says.
  expect((await api.devices())['E24641']?.channels['ambient']?.value).toBeNull();
  const { devices, troubles } = await api.app();
  expect(troubles).toMatchObject([{ code: 'unclear-heading', subject: 'E24641' }]);
  expect(troubles[0]?.text).toContain('"Probe" (C) as probe, "Ambient" (C) as ambient');
  expect(devices.find(({ serial }) => serial === 'E24640')).toMatchObject({
    channel_labels: { cold_junction_temperature: 'Cold junction', temperature: 'Type-K' },
  });
});

describe('the sampling period', () => {
  test('is set on the instrument, told in every answer, and kept', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'mensura-period-'));
    atEnd(() => rmSync(dataDir, { recursive: true, force: true }));
    const instrument = await plug();
    const service = await serve([instrument], { dataDir });
    const api = reads(service);
    await api.temperature('E24638', 24.87);
    expect(instrument.pollMs).toBe(1000);
    const client = await openEvents(service.url);
    atEnd(client.close);

    const answer = await api.patch('E24638', { period_ms: 200 });
    expect(answer.status, answer.text).toBe(200);
    expect(instrument.pollMs).toBe(200);
    const periods = async (): Promise<Set<number>> =>
      new Set(Object.values((await api.devices())['E24638']?.channels ?? {}).map(({ period_ms }) => period_ms));
    expect(await periods()).toEqual(new Set([200]));
    await client.waitFor('the new period', ({ event, data }) => {
      const device = data['device'] as { channels: Record<string, { period_ms: number }> } | undefined;
      return event === 'device' && device?.channels['temperature']?.period_ms === 200;
    });
    const readings = (): number[] =>
      client.seen.flatMap(({ event, data }) => (event === 'readings' ? [Date.parse(String(data['timestamp']))] : []));
    const before = readings().length;
    await until('ten readings', () => readings().length >= before + 10);
    const last = readings().slice(-10);
    // A mean of 200 ms, with room for a busy machine; the old period would give 9000.
    expect((last.at(-1) ?? 0) - (last[0] ?? 0)).toBeLessThan(6000);
    client.close();

    await service.stop();
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

  test.each([99, 60_001, 0, -1, 1.5, null, '200', true])('%j is refused', async (period) => {
    const { api, instrument } = await shared();
    const answer = await api.patch('E24700', { period_ms: period });
    expect(answer.status).toBe(400);
    expect(answer.json()['message']).toMatch(/\S/);
    expect(instrument.pollMs).toBe(1000);
  });

  test.each(['silent', 'noEcho'] as const)(
    'an instrument that says nothing to it (%s): what is told is what it does',
    async (fault) => {
      const instrument = await plug({ serial: 'E24701' });
      const api = reads(await serve([instrument]));
      await api.temperature('E24701', 24.87);
      instrument.faults[fault] = true;
      const answer = await api.patch('E24701', { period_ms: 300 });
      if (fault === 'silent') {
        expect(answer.status).toBeGreaterThanOrEqual(500);
        expect(answer.json()['message']).toMatch(/E24701|instrument/);
      }
      // It took POLL without a word: either the old period is set again, or the new one is told.
      instrument.faults[fault] = false;
      await until('answers and instrument to agree', async () => {
        const period = (await api.devices())['E24701']?.channels['temperature']?.period_ms;
        return period !== undefined && period === instrument.pollMs;
      });
    },
  );

  let made: Promise<{ api: ReturnType<typeof reads>; instrument: Awaited<ReturnType<typeof plug>> }> | null = null;
  /** One service and instrument for the tests that only refuse. */
  function shared(): NonNullable<typeof made> {
    made ??= (async () => {
      const instrument = await plug({ serial: 'E24700' });
      const api = reads(await serve([instrument]));
      await api.temperature('E24700', 24.87);
      return { api, instrument };
    })();
    return made;
  }
});

test('values go to the event stream as they come', async () => {
  const instrument = await plug();
  const service = await serve([instrument]);
  const api = reads(service);
  await api.temperature('E24638', 24.87);
  const client = await openEvents(service.url);
  atEnd(client.close);
  instrument.show(['99999', '-3.25', '100']);
  const event = await client.waitFor('the new values', ({ data }) => {
    const values = data['values'] as Record<string, Reading> | undefined;
    return values?.['temperature']?.magnitude === -3.25;
  });
  const values = event.data['values'] as Record<string, Reading>;
  expect(values['atmospheric_pressure']).toEqual({ magnitude: 99.999, unit: 'kPa' });
  expect(values['relative_humidity']).toEqual({ magnitude: 100, unit: '%rh' });
  expect(Math.abs((values['dew_point']?.magnitude ?? 0) + 3.25)).toBeLessThan(0.01);
});
