/** What answers say of instruments that have not measured, fail, fall silent or go: the decisions on reading. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../emulator/emulator.ts';
import { type Answer, request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import type { CompactForm, DeviceForm, FullForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { unsortedObjects } from './support/json-text.ts';

const REAL = ['atmospheric_pressure', 'relative_humidity', 'temperature'];
const ALL = [
  'altitude',
  'atmospheric_pressure',
  'dew_point',
  'heat_index',
  'humidex',
  'relative_humidity',
  'temperature',
];

let service: RunningService;
let failing: Emulator;
let quiet: Emulator;
let twinA: Emulator;
let twinB: Emulator;
/** How many digits after the point the service asked for; null for as many as there are. */
let digits: number | null = null;

const read = (path: string): Promise<Answer> => request(service.port, { path });
const full = async (version = '3.7.0'): Promise<FullForm> => (await read(`/${version}/devices/usb`)).json<FullForm>();
const compact = async (): Promise<CompactForm[]> =>
  (await read('/3.7.0/devices/usb/measurements')).json<CompactForm[]>();
const single = (serial: string): Promise<Answer> => read(`/3.7.0/devices/usb/${serial}/measurement`);
const device = async (serial: string): Promise<DeviceForm> => {
  const found = (await full()).devices[serial];
  if (!found) throw new Error(`${serial} is not listed`);
  return found;
};
/** The channels that have a value in the full form. */
const valid = async (serial: string): Promise<string[]> => {
  const { channels } = await device(serial);
  return Object.keys(channels).filter((name) => channels[name]?.value);
};
const values = async (serial: string): Promise<string[]> =>
  Object.keys((await single(serial)).json<CompactForm>().values);

beforeAll(async () => {
  failing = await plug({ serial: 'E10001' });
  quiet = await plug({ serial: 'E10002', faults: { noData: true } });
  // Keys that look like integers: an object of JavaScript would put 9 before 12345.
  twinA = await plug({ product: 'VCP-RTD300-CAL', serial: '9', values: ['121.5538101'] });
  twinB = await plug({ product: 'VCP-RTD300-CAL', serial: '12345', values: ['0'] });
  twinA.on('command', (text) => {
    if (text.startsWith('FRAC ')) digits = Number(text.slice(5));
  });
  service = await serve([failing, quiet, twinA, twinB]);
  for (const serial of ['E10001', '9', '12345']) {
    await until(`${serial} to measure`, async () => (await single(serial)).status === 200);
  }
  await until('E10002 to be listed', () => device('E10002'));
});

describe('a device that has not sampled', () => {
  test('full: listed, every value null', async () => {
    expect(Object.keys((await device('E10002')).channels).toSorted()).toEqual(ALL);
    expect(await valid('E10002')).toEqual([]);
  });

  test('compact: left out of the list, alone 404 that says so', async () => {
    expect((await compact()).map(({ serial }) => serial)).not.toContain('E10002');
    const answer = await single('E10002');
    expect(answer.status).toBe(404);
    expect(answer.json()['message']).toMatch(/E10002/);
    expect(answer.json()['message']).toMatch(/not (yet )?(measured|sampled)|yet/i);
    expect(answer.json()['message']).not.toBe((await single('E00000')).json()['message']);
  });
});

describe('order', () => {
  test('keys stand in the order of their code units, also those that look like numbers', async () => {
    for (const path of [
      '/3.5.0/devices/usb',
      '/3.6.0/devices/usb',
      '/3.7.0/devices/usb',
      '/3.7.0/devices/usb?pretty=true',
    ]) {
      const answer = await read(path);
      expect(unsortedObjects(answer.text), path).toEqual([]);
      expect(answer.text.indexOf('"12345"')).toBeLessThan(answer.text.indexOf('"9"'));
    }
  });

  test('measurements by serial', async () => {
    const serials = (await compact()).map(({ serial }) => serial);
    expect(serials).toEqual(['12345', '9', 'E10001']);
  });

  test('a magnitude has every digit that the instrument sent', async () => {
    // A line that was on its way when the digits were asked for may still have more.
    const sent = (): number => (digits === null ? 121.5538101 : Number((121.5538101).toFixed(digits)));
    await until('the digits', async () => (await single('9')).text.includes(`"magnitude":${sent()},`));
    expect((await single('12345')).text).toContain('"magnitude":0,');
  });
});

describe('a channel that fails', () => {
  test('is null, left out of the compact form, and takes what is computed from it along', async () => {
    failing.faults.errorColumns = new Set([2]);
    await until('the temperature to be null', async () => !(await valid('E10001')).includes('temperature'));
    expect(await valid('E10001')).toEqual(['altitude', 'atmospheric_pressure', 'relative_humidity']);
    expect(await values('E10001')).toEqual(['altitude', 'atmospheric_pressure', 'relative_humidity']);
    expect((await read('/3.7.0/devices/usb')).text).toMatch(/"temperature":\{"period_ms":1000,"value":null\}/);
    for (const version of ['3.5.0', '3.6.0']) {
      expect((await full(version)).devices['E10001']?.channels['temperature']?.value).toBeNull();
    }
  });

  test('all of them: an entry with no values and the time of the attempt', async () => {
    failing.faults.errorColumns = new Set([1, 2, 3]);
    await until('no value', async () => (await valid('E10001')).length === 0);
    const first = (await single('E10001')).json<CompactForm>();
    expect(Object.keys(first)).toEqual(['serial', 'timestamp', 'values']);
    expect(first.values).toEqual({});
    expect((await compact()).find(({ serial }) => serial === 'E10001')?.values).toEqual({});
    await until('the next attempt', async () => {
      const { timestamp } = (await single('E10001')).json<CompactForm>();
      return Date.parse(timestamp) > Date.parse(first.timestamp);
    });
  });

  test('comes back', async () => {
    failing.faults.errorColumns = new Set();
    await until('all values', async () => (await valid('E10001')).length === ALL.length);
    expect(await values('E10001')).toEqual(ALL);
    expect(REAL.every((name) => ALL.includes(name))).toBe(true);
  });
});

describe('a device that falls silent', () => {
  test('has no values after 3 periods, and stays listed', async () => {
    quiet.faults.noData = false;
    await until('a reading', async () => (await valid('E10002')).length === ALL.length);
    const stamp = (await single('E10002')).json<CompactForm>().timestamp;
    quiet.faults.silent = true;
    await until('its values to be null', async () => (await valid('E10002')).length === 0);
    expect(Date.now() - Date.parse(stamp)).toBeGreaterThanOrEqual(1900);
    expect((await single('E10002')).json<CompactForm>().values).toEqual({});
    expect((await compact()).find(({ serial }) => serial === 'E10002')?.values).toEqual({});
    quiet.faults.silent = false;
    await until('it to recover', async () => (await valid('E10002')).length === ALL.length);
  });
});

describe('a device that goes', () => {
  const models = async (version: string): Promise<string[]> => Object.keys((await full(version)).products);

  test('is out of every answer, and its product goes with the last one', async () => {
    expect(await models('3.7.0')).toEqual(['VCP-PTH450-CAL/v1', 'VCP-RTD300-CAL/v1']);
    await twinA.stop();
    await until('9 to go', async () => !(await full()).devices['9']);
    expect((await compact()).map(({ serial }) => serial)).not.toContain('9');
    expect((await single('9')).status).toBe(404);
    expect((await read('/app/v1/devices')).text).not.toContain('"serial":"9"');
    for (const version of ['3.5.0', '3.6.0', '3.7.0']) {
      expect(Object.keys((await full(version)).devices)).not.toContain('9');
      expect(await models(version)).toEqual(['VCP-PTH450-CAL/v1', 'VCP-RTD300-CAL/v1']);
    }
    await twinB.stop();
    await until('12345 to go', async () => !(await full()).devices['12345']);
    for (const version of ['3.5.0', '3.6.0', '3.7.0']) expect(await models(version)).toEqual(['VCP-PTH450-CAL/v1']);
  });
});
