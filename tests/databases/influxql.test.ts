/** The queries of the Grafana dashboard for InfluxQL, on a real InfluxDB that a running Mensura writes to. */
import { beforeAll, describe, expect, test } from 'vitest';
import { measured, plug, serve } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { DatabaseApi } from './support/administration.ts';
import { interpolate, panelQuery, placeholders, readDashboard, variableQuery } from './support/grafana.ts';
import { type InfluxDB, startInfluxDB } from './support/servers.ts';

const DASHBOARD = readDashboard('influxdb/mensura-dashboard.json');

const SERIALS = ['E24638', 'E24640'];

const CHANNELS = ['atmospheric_pressure', 'relative_humidity', 'temperature'];

let server: InfluxDB;
let api: DatabaseApi;
let installation: string;
/** The range of the dashboard, in milliseconds since 1970. Every reading in it is in the database. */
const range = { from: 0, to: 0 };
/** Variables and macros of Grafana with a value each. */
let values: Record<string, string | readonly string[]>;

type Series = Awaited<ReturnType<InfluxDB['query']>>;

function run(query: string, others: typeof values = {}): Promise<Series> {
  return server.query(interpolate(query, { ...values, ...others }), { database: 'plant' });
}

/** The rows of a table as Grafana makes it: columns by name, tags among them. */
async function table(title: string, others: typeof values = {}): Promise<Record<string, unknown>[]> {
  const series = await run(panelQuery(DASHBOARD, title), others);
  const rows = series.flatMap(({ tags, columns, values: all }) =>
    all.map((row) => ({ ...tags, ...Object.fromEntries(columns.map((column, index) => [column, row[index]])) })),
  );
  return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** The values of each line of a chart, without gaps, by serial number. */
async function lines(title: string, refId: string, others: typeof values = {}): Promise<Record<string, number[]>> {
  const series = await run(panelQuery(DASHBOARD, title, refId), others);
  return Object.fromEntries(
    series.map(({ tags, values: all }) => [
      tags?.['serial'] ?? '',
      all.flatMap(([, value]) => (typeof value === 'number' ? [value] : [])),
    ]),
  );
}

async function hasLines(since: number, count: number): Promise<boolean> {
  const written = (await server.values('plant', 'temperature')).filter(({ at }) => at > since);
  return SERIALS.every((serial) => written.filter(({ tags }) => tags['serial'] === serial).length >= count);
}

/** Times of a device's stored readings in the range, oldest first. */
async function times(serial: unknown): Promise<number[]> {
  const stored = await until('the history to have the range', async () => {
    const all = [...(await api.stored('temperature', String(serial))).keys()];
    return all.some((at) => at > range.to) && all;
  });
  return stored.filter((at) => at >= range.from && at <= range.to).toSorted((one, other) => one - other);
}

beforeAll(async () => {
  server = await startInfluxDB();
  await server.query('CREATE DATABASE plant');
  const fridge = await plug();
  const hall = await plug({ serial: 'E24640', values: ['98000', '31.5', '40'] });
  const service = await serve([fridge, hall]);
  api = new DatabaseApi(service);
  await measured(service, 'E24638');
  await measured(service, 'E24640');
  await api.send('PATCH', 'devices/usb/E24638', { alias: 'Fridge (1/2)' });
  await api.add({ kind: 'influxdb1', name: 'Plant', url: server.url, database: 'plant' });
  range.from = Date.now();
  await until('lines of each device', () => hasLines(range.from, 3));
  range.to = Date.now();
  // The outbox keeps the order.
  await until('later lines of each device', () => hasLines(range.to, 1));
  installation = (await server.values('plant', 'temperature'))[0]?.tags['installation'] ?? '';
  values = {
    timeFilter: `time >= ${range.from}ms and time <= ${range.to}ms`,
    __interval: '10s',
    measurement: 'mensura',
    installation: [installation],
    serial: SERIALS,
    channel: CHANNELS,
    limit_channel: 'temperature',
    lower: '0',
    upper: '30',
  };
});

describe('the variables', () => {
  test('have the values of the database', async () => {
    const found = async (name: string, column: string): Promise<unknown[]> => {
      const series = await run(variableQuery(DASHBOARD, name));
      return series.flatMap(({ columns, values: all }) => all.map((row) => row[columns.indexOf(column)]));
    };
    expect(await found('measurement', 'name')).toEqual(['mensura']);
    expect(await found('installation', 'value')).toEqual([expect.stringMatching(/^MS\w{10}$/)]);
    expect(await found('serial', 'value')).toEqual(SERIALS);
    values = { ...values, installation: ['MS0000000000'] };
    expect(await found('serial', 'value')).toEqual([]);
    values = { ...values, installation: [installation] };
    expect(await found('channel', 'fieldKey')).toEqual(expect.arrayContaining(CHANNELS));
    expect(await found('limit_channel', 'fieldKey')).toEqual(await found('channel', 'fieldKey'));
  });

  test('every variable of a query is declared', () => {
    const declared = new Set(['timeFilter', '__interval', ...DASHBOARD.templating.list.map(({ name }) => name)]);
    const queries = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ query = '' }) => query));
    const variables = DASHBOARD.templating.list.map(({ name }) => variableQuery(DASHBOARD, name));
    expect([...queries, ...variables].flatMap(placeholders).filter((name) => !declared.has(name))).toEqual([]);
  });
});

describe('the panel', () => {
  test('Devices has the newest line of each device', async () => {
    const rows = await table('Devices');
    const common = { family: 'usb', installation, model: expect.any(String), time: expect.any(Number) };
    expect(rows).toEqual([
      {
        ...common,
        serial: 'E24638',
        name: 'Fridge (1/2)',
        atmospheric_pressure: 102.466,
        temperature: 24.87,
        relative_humidity: 66.81,
      },
      { ...common, serial: 'E24640', name: null, atmospheric_pressure: 98, temperature: 31.5, relative_humidity: 40 },
    ]);
    for (const { serial, time } of rows) expect(time).toBe((await times(serial)).at(-1));
    expect(await table('Devices', { serial: ['E24640'], channel: ['temperature'] })).toEqual([
      { ...common, serial: 'E24640', name: null, temperature: 31.5 },
    ]);
  });

  test.each([
    ['atmospheric_pressure', 102.466, 98],
    ['relative_humidity', 66.81, 40],
    ['temperature', 24.87, 31.5],
  ])('of %s has a line for each device', async (channel, fridge, hall) => {
    const found = await lines('${channel:raw}', 'A', { channel });
    // A mean of equal numbers may differ from them in its last digit.
    expect(found['E24638']?.every((value) => Math.abs(value - fridge) < 1e-9)).toBe(true);
    expect(found['E24640']?.every((value) => Math.abs(value - hall) < 1e-9)).toBe(true);
    expect([found['E24638'], found['E24640']].every((some) => some && some.length > 0)).toBe(true);
  });

  test('of the limits has a line for each device and for each limit', async () => {
    const title = '$limit_channel and its limits';
    expect(Object.keys(await lines(title, 'A')).toSorted()).toEqual(SERIALS);
    const { '': lower } = await lines(title, 'B', { lower: '-5' });
    const { '': upper } = await lines(title, 'C', { upper: '30.5' });
    expect([new Set(lower), new Set(upper)]).toEqual([new Set([-5]), new Set([30.5])]);
  });

  test('of readings outside the limits has the devices that are outside', async () => {
    const title = 'Readings outside the limits';
    const outside = { time: range.from, Lowest: 31.5, Highest: 31.5 };
    const { length } = await times('E24640');
    expect(await table(title)).toEqual([{ ...outside, name: '', serial: 'E24640', Readings: length }]);
    const rows = await table(title, { lower: '30', upper: '100' });
    expect(rows.map(({ serial, Lowest }) => [serial, Lowest])).toEqual([['E24638', 24.87]]);
    expect(await table(title, { lower: '0', upper: '100' })).toEqual([]);
  });
});
