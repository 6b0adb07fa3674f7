/** The documented changes of the Prometheus dashboard, on a real VictoriaMetrics that a running Mensura writes to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { rowsOf, sectionsOf } from '../docs/page.ts';
import { measured, plug, serve } from '../support/rig.ts';
import { until } from '../support/until.ts';
import { DatabaseApi } from './support/administration.ts';
import { interpolate, readDashboard } from './support/grafana.ts';
import { type MetricValue, startVictoriaMetrics, type VictoriaMetrics } from './support/servers.ts';

const SECTION = sectionsOf(readFileSync(join(ROOT, 'docs/databases.md'), 'utf8')).get('victoriametrics') ?? '';

/** The query in the second column of a row. */
function documented(first: string): string {
  const cells = rowsOf(SECTION).find(({ cells: [name] }) => name === first)?.cells;
  const query = /^`([^`]+)`/.exec(cells?.[1] ?? '')?.[1];
  if (query === undefined) throw new Error(`No query for "${first}"`);
  // Several values of a variable are a group of a regular expression.
  return interpolate(query, {
    installation: [installation],
    serial: ['E24638', 'E24640'],
    channel: ['mensura_temperature', 'mensura_relative_humidity'],
  });
}

let server: VictoriaMetrics;
let installation = '';

beforeAll(async () => {
  server = await startVictoriaMetrics();
  const service = await serve([await plug(), await plug({ serial: 'E24640', values: ['98000', '31.5', '40'] })]);
  const api = new DatabaseApi(service);
  await measured(service, 'E24638');
  await measured(service, 'E24640');
  await api.send('PATCH', 'devices/usb/E24638', { alias: 'Fridge' });
  await api.add({ kind: 'victoriametrics', name: 'Plant', url: server.url });
  await until('both devices', async () => (await server.query('mensura_temperature')).length === 2);
  installation = (await server.query('mensura_temperature'))[0]?.labels['installation'] ?? '';
});

const ofDevice = (found: readonly MetricValue[], serial: string): [string | undefined, number][] =>
  found
    .filter(({ labels }) => labels['serial'] === serial)
    .map(({ labels, value }): [string | undefined, number] => [labels['__name__'], value])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other));

test('the table names every variable and panel of the dashboard', () => {
  const { panels, templating } = readDashboard('prometheus/mensura-dashboard.json');
  const labels = templating.list.flatMap(({ name, label }) => (name === 'datasource' ? [] : [label]));
  const names = rowsOf(SECTION).map(({ cells: [first = ''] }) => first);
  const named = (word: string) => names.flatMap((name) => (name.startsWith(word) ? [name.replace(/^\w+ /, '')] : []));
  expect(named('Variable')).toEqual(labels);
  const all = named('Panel').flatMap((text) => text.split(/, | and /));
  expect(all.toSorted()).toEqual(panels.map(({ title }) => title).toSorted());
});

test.each([
  ['Variable Installation', () => [installation]],
  ['Variable Device', () => ['E24638', 'E24640']],
  ['Variable Channel', () => expect.arrayContaining(['mensura_relative_humidity', 'mensura_temperature']) as string[]],
] as const)('%s has the values of the database', async (row, expected) => {
  const [, selector = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(documented(row)) ?? [];
  expect(await server.labelValues(selector, label)).toEqual(expected());
});

test('the readings have their values, names and serial numbers', async () => {
  const query = documented('Panels Readings and Current readings');
  // A device that pauses on a busy machine has no current value for a moment.
  const found = await until('two channels of both devices', async () => {
    const all = await server.query(query);
    return all.length === 4 && all;
  });
  expect(ofDevice(found, 'E24638')).toEqual([
    ['mensura_relative_humidity', 66.81],
    ['mensura_temperature', 24.87],
  ]);
  expect(ofDevice(found, 'E24640')).toEqual([
    ['mensura_relative_humidity', 40],
    ['mensura_temperature', 31.5],
  ]);
  expect(found.find(({ labels }) => labels['serial'] === 'E24638')?.labels['name']).toBe('Fridge');
});

test('devices, the age of the oldest reading and the rate are one number each', async () => {
  await until('two devices', async () => {
    const [count, ...others] = await server.query(documented('Panel Devices'));
    return others.length === 0 && count?.value === 2;
  });
  const [age, ...more] = await server.query(documented('Panel Oldest reading'));
  expect(more).toEqual([]);
  // A busy machine may pause.
  expect(age?.value).toBeGreaterThanOrEqual(0);
  expect(age?.value).toBeLessThan(120);
  const [rate] = await server.query(documented('Panel Readings per second'));
  expect(rate?.value).toBeGreaterThan(0);
});

test('InfluxQL is not answered', async () => {
  const query = encodeURIComponent('SELECT mean("temperature") FROM "mensura"');
  const response = await fetch(`${server.url}/query?q=${query}`);
  expect(await response.text()).not.toContain('24.87');
});
