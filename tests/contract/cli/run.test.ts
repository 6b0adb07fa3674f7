import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Run, RunStatistics } from '../../../service/contract/index.ts';
import { atEnd } from '../../support/at-end.ts';
import { freshFolder } from '../../support/process.ts';
import { measured, plug, serve } from '../../support/rig.ts';
import { until } from '../../support/until.ts';
import { type Ended, mensura } from './support/mensura.ts';

let env: Record<string, string>;

beforeAll(async () => {
  const service = await serve([await plug()]);
  env = { MENSURA_DATA_DIR: service.dataDir };
  await measured(service);
});

const run = (...args: string[]): Promise<Ended> => mensura(['run', ...args], { env });

async function json<Body>(...args: string[]): Promise<Body> {
  const { code, out, err } = await run(...args, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Body;
}

test('starts, lists, stops, shows and deletes a run', async () => {
  expect(await run('list')).toEqual({
    code: 0,
    out: '',
    err: 'No runs. Run "mensura run start" to start one.\n',
  });
  const facts = ['--operator', 'A. Rossi', '--notes', 'Door opened.\nTwice.', '--tag', 'cold room', 'pharma'];
  const channels = ['--channels', 'E24638/temperature:2..8,usb/E24638/dew_point'];
  const times = ['--before', '30', '--stop-after', '2h'];
  const started = await run('start', 'Batch 12', ...channels, ...facts, ...times);
  expect(started).toMatchObject({ code: 0, err: '' });
  expect(started.out).toMatch(/^Started run \d+ \("Batch 12"\)\.\n$/);

  const [listed] = await json<Run[]>('list', '--search', 'rossi');
  if (!listed) throw new Error('the run is not listed');
  expect(listed).toMatchObject({
    name: 'Batch 12',
    channels: [
      { family: 'usb', serial: 'E24638', channel: 'temperature', low: 2, high: 8 },
      { family: 'usb', serial: 'E24638', channel: 'dew_point', low: null, high: null },
    ],
    operator: 'A. Rossi',
    notes: 'Door opened.\nTwice.',
    tags: ['cold room', 'pharma'],
    to: null,
  });
  expect(Date.parse(listed.started) - Date.parse(listed.from)).toBe(30_000);
  expect(Date.parse(listed.stop_at ?? '') - Date.parse(listed.started)).toBe(7_200_000);
  const id = String(listed.id);
  const [headings = '', line = ''] = (await run('list')).out.split('\n');
  expect(headings).toMatch(/^ID  NAME      START {21}END +DURATION  OPERATOR  TAGS {15}CHANNELS$/);
  const [before, after] = line.split(/  +\d+(?:\.\d+)? s  /);
  expect(before).toBe(`${id.padStart(2)}  Batch 12  ${listed.started}  active`);
  expect(after).toBe('A. Rossi  cold room, pharma  E24638/temperature E24638/dew_point');
  const active = (await run('show', id)).out;
  expect(active).toContain(`Start          ${listed.started}, with 30 s before the start\n`);
  expect(active).toContain(`End            active, stops at ${listed.stop_at}\n`);
  expect(active).toMatch(/^Duration {7}\d+ s$/m);
  expect(await run('list', '--search', 'nothing')).toEqual({ code: 0, out: '', err: 'No matching runs.\n' });

  const readings = async (): Promise<number> =>
    (await json<{ statistics: RunStatistics }>('show', 'Batch 12')).statistics.channels[0]?.count ?? 0;
  await until('two readings', async () => (await readings()) >= 2);
  expect(await run('stop')).toEqual({ code: 0, out: `Stopped run ${id} ("Batch 12").\n`, err: '' });
  expect(await run('stop')).toMatchObject({ code: 7, err: expect.stringContaining('no run is active') });
  expect(await run('stop', 'Batch 12')).toMatchObject({
    code: 8,
    err: 'mensura: The run "Batch 12" is finished.\n',
  });

  const shown = await run('show', 'Batch 12');
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toContain('Notes          Door opened.\n               Twice.\n');
  const [heading = '', temperature = '', dewPoint = ''] = shown.out.split('\n').slice(-4, -1);
  expect(heading).toMatch(/^CHANNEL +READINGS +FAILED +GAPS +MIN +MAX +MEAN +DEVIATION +UNIT +LOW +HIGH +OUTSIDE/);
  expect(temperature).toMatch(
    /^E24638\/temperature +\d+ +0 +0 +24\.87 +24\.87 +24\.87 +0\.00 +°C +2 +8 +\d+(\.\d+)? s/,
  );
  expect(dewPoint).toMatch(/^E24638\/dew_point +\d+ +0 +0 +18\.27 +18\.27 +18\.27 +0\.00 +°C/);

  expect(await run('delete', 'Batch 12')).toMatchObject({
    code: 2,
    err: 'mensura: after deletion, retention can delete the readings of "Batch 12"; use --yes to confirm\n',
  });
  expect(await run('delete', 'Batch 12', 'nobody', '--yes')).toMatchObject({ code: 7 });
  expect(await run('delete', 'Batch 12', id, '--yes')).toEqual({ code: 0, out: 'Deleted "Batch 12".\n', err: '' });
  expect(await json<Run[]>('ls')).toEqual([]);
});

test('adds a finished run, with every channel of a device and the limits of one', async () => {
  const channels = ['--channels', 'E24638,E24638/temperature:..30'];
  const added = await json<Run>(
    'start',
    'Past',
    ...channels,
    '--from',
    '2026-01-01T10:00Z',
    '--to',
    '2026-01-01T11:00Z',
  );
  expect(added).toMatchObject({ from: '2026-01-01T10:00:00.000Z', to: '2026-01-01T11:00:00.000Z', stop_at: null });
  expect(added.channels).toHaveLength(7);
  expect(added.channels.filter(({ high }) => high !== null)).toEqual([
    { family: 'usb', serial: 'E24638', channel: 'temperature', low: null, high: 30 },
  ]);
  const shown = await run('show', String(added.id));
  expect(shown.out).toMatch(/^E24638\/temperature +0 +0 +0 +- +- +- +- .* 30 +-?/m);
  await run('start', 'Newer', '--channels', 'E24638/altitude', '--from', '-1s');
  expect(await run('list', '--limit', '1')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Newer'),
    err: '1 of 2 runs; use --limit to list more.\n',
  });
  expect(await json('rm', 'Newer', 'Past', '--yes')).toEqual({ removed: [expect.any(Number), added.id] });
});

describe('errors', () => {
  test.each([
    [2, ['start', 'x'], "required option '--channels <targets>' not specified"],
    [2, ['start', 'x', '--channels', 'E24638/temperature:2..x'], '--channels: must be channels separated by commas'],
    [2, ['start', 'x', '--channels', 'E24638:2..8'], 'limits need a single channel, but E24638 matches usb/E24638/'],
    [7, ['start', 'x', '--channels', 'E99999/temperature'], 'no stored readings for E99999/temperature'],
    [7, ['start', 'x', '--channels', 'E24638/nothing'], 'no stored readings for E24638/nothing'],
    [2, ['start', 'x', '--channels', 'E24638', '--before', 'soon'], '--before: must be seconds, or a number with'],
    [2, ['start', 'x', '--channels', 'E24638', '--to', 'now'], '--to requires --from'],
    [2, ['start', 'x', '--channels', 'E24638', '--from', '-1h', '--before', '5'], 'cannot use --from with --before'],
    [8, ['start', 'x', '--channels', 'E24638', '--before', '2h'], 'must be at most 3600 s (1 h)'],
    [8, ['start', 'x', '--channels', 'E24638/temperature:8..2'], 'must be above low'],
    [7, ['show', 'nobody'], 'no run with the ID or name nobody; run "mensura run list"'],
    [7, ['report', '99'], 'no run with the ID or name 99'],
    [2, ['report', '1', '-o', '-', '--json'], '--json requires a file, not --output -'],
    [2, ['list', '--limit', '1001'], '--limit: must be a whole number from 1 to 1000'],
  ])('%i: run %j', async (code, args, words) => {
    const ended = await run(...args);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toContain(words);
    expect(ended.err).toMatch(/^mensura: .*\n$/);
  });
});

/** A service that knows these runs, with reports. @returns its address */
async function startRunServer(runs: readonly object[], statistics: object, html: string): Promise<string> {
  const server = createServer((request, response) => {
    const [, id = '', part = ''] = /^\/app\/v1\/runs\/(\d+)(\/\w+)?$/.exec(request.url ?? '') ?? [];
    const found = runs[Number(id) - 1];
    if (!found) response.writeHead(404);
    if (part === '/report') response.end(html);
    else response.end(JSON.stringify(part === '/statistics' ? statistics : (found ?? { message: 'unknown' })));
  }).listen(0, '127.0.0.1');
  atEnd(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('shows the mean kinetic temperature, or why figures are missing', async () => {
  const known: Run = {
    id: 1,
    name: 'Batch 12',
    channels: [],
    operator: '',
    notes: '',
    tags: [],
    from: '2026-11-20T14:00:00.000Z',
    to: '2026-11-20T15:00:00.000Z',
    started: '2026-11-20T14:00:30.000Z',
    stop_at: null,
    plan: 'p1',
    attachments: [{ name: 'protocol.txt', length: 5 }],
  };
  const channel = {
    family: 'usb',
    serial: 'E1',
    channel: 'temperature',
    unit: '°C',
    count: 3600,
    failed: 2,
    gaps: 1,
    min: -0.001,
    max: 24.879,
    mean: 22.5,
    standard_deviation: 1.236,
    low: null,
    high: 8,
    outside_ms: 90_500,
    mean_kinetic_temperature: 22.914,
    area_missing: null,
  };
  const missing = { ...channel, serial: 'E2', outside_ms: null, mean_kinetic_temperature: null };
  const statistics = { bytes: 3_145_728, channels: [channel, { ...missing, area_missing: 'deleted' }] };
  const url = await startRunServer([known], statistics, '');
  const { code, out } = await mensura(['run', 'show', '1', '--url', url]);
  expect(code).toBe(0);
  expect(out).toBe(`ID             1
Name           Batch 12
Start          2026-11-20T14:00:30.000Z, with 30 s before the start
End            2026-11-20T15:00:00.000Z
Duration       59 min 30 s
Automatic run  p1
Attachments    protocol.txt
Stored data    3.0 MiB

CHANNEL         READINGS  FAILED  GAPS   MIN    MAX   MEAN  DEVIATION  UNIT  HIGH  OUTSIDE    MKT  REASON
E1/temperature      3600       2     1  0.00  24.88  22.50       1.24  °C       8   90.5 s  22.91
E2/temperature      3600       2     1  0.00  24.88  22.50       1.24  °C       8        -         raw readings deleted
`);
});

describe('the report', () => {
  const HTML = '<!doctype html><title>Batch 12 · 20 °C</title>';
  let url: string;
  let cwd: string;

  beforeAll(async () => {
    const runs = [
      { id: 1, name: 'Batch 12' },
      { id: 2, name: '../évil/ 3' },
    ];
    url = await startRunServer(runs, {}, HTML);
    cwd = freshFolder();
  });

  const report = (...args: string[]): Promise<Ended> => mensura(['run', 'report', ...args, '--url', url], { cwd });

  test('is a file named after the run', async () => {
    expect(await report('1')).toEqual({
      code: 0,
      out: 'Saved the report of run 1 ("Batch 12") to mensura-Batch-12.html.\n',
      err: '',
    });
    expect(readFileSync(join(cwd, 'mensura-Batch-12.html'), 'utf8')).toBe(HTML);
    expect(await report('1')).toMatchObject({ code: 11, err: expect.stringContaining('already exists') });
    expect(await report('1', '--force', '--json')).toMatchObject({ code: 0, err: '' });
    expect(await report('2')).toMatchObject({ code: 0 });
    expect(existsSync(join(cwd, 'mensura-..-évil-3.html'))).toBe(true);
  });

  test('goes to another file or to standard output', async () => {
    const { code, out } = await report('1', '-o', 'mine.html', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ file: 'mine.html', bytes: Buffer.byteLength(HTML) });
    expect(readFileSync(join(cwd, 'mine.html'), 'utf8')).toBe(HTML);
    expect(await report('1', '--output', '-')).toEqual({ code: 0, out: HTML, err: '' });
  });
});
