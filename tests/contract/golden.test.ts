/** The published instrument in the exact answers of every version, against texts written by hand. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../emulator/emulator.ts';
import { type Answer, request } from '../support/raw-http.ts';
import { plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import type { CompactForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { expectGolden, golden, TIMESTAMP } from './support/golden.ts';
import { unsortedObjects } from './support/json-text.ts';

let instrument: Emulator;
let service: RunningService;
let places: Record<string, string>;
const read = (path: string): Promise<Answer> => request(service.port, { path });

beforeAll(async () => {
  instrument = await plug();
  service = await serve([instrument]);
  places = { port: instrument.options.path };
  await until('the first reading', async () => (await read('/3.7.0/devices/usb/E24638/measurement')).status === 200);
});

/** Reads, and lays it beside the golden text. An instrument that a busy computer made wait has no values for a moment. */
async function answersGolden(path: string, name: string): Promise<void> {
  const expected = golden(name, places);
  const answer = await until('an answer with values', async () => {
    const last = await read(path);
    return last.text.includes('"magnitude":') === expected.includes('"magnitude":') && last;
  });
  expect(answer.status).toBe(200);
  expect(answer.header('content-type')).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  expect(answer.header('cache-control')).toBe('no-store');
  expect(answer.header('content-length') ?? String(answer.body.length)).toBe(String(answer.body.length));
  expectGolden(answer.text, expected);
  expect(unsortedObjects(answer.text)).toEqual([]);
}

describe('full form', () => {
  test.each(['3.5.0', '3.6.0', '3.7.0'])('%s', (version) =>
    answersGolden(`/${version}/devices/usb`, 'E24638.full.json'),
  );

  test.each(['3.5.0', '3.6.0'])('%s knows no pretty', (version) =>
    answersGolden(`/${version}/devices/usb?pretty=true`, 'E24638.full.json'),
  );

  test('3.7.0, pretty', () => answersGolden('/3.7.0/devices/usb?pretty=true', 'E24638.pretty.json'));
});

describe('compact form', () => {
  test.each([
    ['', 'E24638.measurements.json'],
    ['?pretty=false', 'E24638.measurements.json'],
    ['?pretty=true', 'E24638.measurements.pretty.json'],
  ])('all devices%s', (query, name) => answersGolden(`/3.7.0/devices/usb/measurements${query}`, name));

  test.each([
    ['', 'E24638.measurement.json'],
    ['?pretty=true', 'E24638.measurement.pretty.json'],
  ])('one device%s', (query, name) => answersGolden(`/3.7.0/devices/usb/E24638/measurement${query}`, name));
});

describe('the other family', () => {
  test.each([
    ['/3.7.0/devices/gateway', 'none.full.json'],
    ['/3.7.0/devices/gateway?pretty=true', 'none.pretty.json'],
    ['/3.7.0/devices/gateway/measurements', 'none.measurements.json'],
    ['/3.7.0/devices/gateway/measurements?pretty=true', 'none.measurements.json'],
  ])('%s is empty', answersGolden);

  test('the serial is looked for in its own family', async () => {
    const answer = await read('/3.7.0/devices/gateway/E24638/measurement');
    expect(answer.status).toBe(404);
    expect(answer.json()['message']).toMatch(/E24638[^]*gateway|gateway[^]*E24638/);
  });
});

describe('timestamps', () => {
  test('are the moment the sample arrived, not that of the request', async () => {
    const before = Date.now();
    const first = (await read('/3.7.0/devices/usb/E24638/measurement')).json<CompactForm>();
    const again = await until('two answers between two samples', async () => {
      const [one, two] = [await read('/3.7.0/devices/usb/E24638/measurement'), await read('/3.7.0/devices/usb')];
      const moments = new Set([...(one.text.match(TIMESTAMP) ?? []), ...(two.text.match(TIMESTAMP) ?? [])]);
      return moments.size === 1 ? one.json<CompactForm>() : null;
    });
    expect(Date.parse(first.timestamp)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(first.timestamp)).toBeGreaterThan(before - 60_000);
    const later = await until('the next sample', async () => {
      const answer = (await read('/3.7.0/devices/usb/E24638/measurement')).json<CompactForm>();
      return answer.timestamp === again.timestamp ? null : answer;
    });
    expect(Date.parse(later.timestamp)).toBeGreaterThan(Date.parse(again.timestamp));
  });
});

describe('service information', () => {
  test.each(['/device-service-info', '/dracal-service-info'])('%s', async (path) => {
    const answer = await read(path);
    expect(answer.status).toBe(200);
    const tag = answer.json<{ version: { tag: string } }>().version.tag;
    expect(tag).toContain('3.7.0');
    expect(answer.text).toBe(golden('device-service-info.json', { tag }));
    expect(answer.header('cache-control')).toBe('no-store');
  });
});
