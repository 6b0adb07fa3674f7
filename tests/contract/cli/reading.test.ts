import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Alarm, AppDevice, AppStatus, LogEntry } from '../../../service/contract/index.ts';
import type { Emulator } from '../../emulator/emulator.ts';
import { parseColumns } from '../../emulator/products.ts';
import { atEnd } from '../../support/at-end.ts';
import { freshFolder } from '../../support/process.ts';
import { measured, plug, serve } from '../../support/rig.ts';
import type { RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { mensura, PROGRAM } from './support/mensura.ts';

let instrument: Emulator;
let service: RunningService;
let env: Record<string, string>;

beforeAll(async () => {
  instrument = await plug();
  service = await serve([instrument], { args: ['--simulate=0x1', '--simulate-seed', '3'] });
  env = { MENSURA_DATA_DIR: service.dataDir };
  await measured(service);
});

const read = (...args: string[]) => mensura(args, { env });

describe('devices', () => {
  test('prints a table', async () => {
    const { code, out, err } = await read('devices');
    const [heading, ...rows] = out.trimEnd().split('\n');
    expect(heading).toMatch(/^FAMILY {3}SERIAL {4}PRODUCT/);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^usb {6}E24638 {4}VCP-PTH450-CAL +measuring +atmospheric_pressure temperature /);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('\u001B');
  });

  test('prints the JSON of the API with --json, filtered with --family', async () => {
    const { out } = await read('devices', '--json', '--family', 'usb');
    const [device, ...others] = JSON.parse(out) as AppDevice[];
    const answer = await fetch(`${service.url}/app/v1/devices/usb/E24638`);
    expect(Object.keys(device ?? {})).toEqual(Object.keys((await answer.json()) as object));
    expect([device?.serial, others]).toEqual(['E24638', []]);
  });
});

describe('get', () => {
  test('prints only the value, with all its digits', async () => {
    expect(await read('get', 'E24638', 'temperature')).toEqual({ code: 0, out: '24.87\n', err: '' });
    expect(await read('get', 'E24638', 'temperature', '--unit')).toEqual({ code: 0, out: '24.87 °C\n', err: '' });
  });

  test('prints a decimal point in every locale', async () => {
    const { out } = await mensura(['get', 'E24638', 'temperature'], {
      env: { ...env, LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE' },
    });
    expect(out).toBe('24.87\n');
  });

  test('prints an object with --json', async () => {
    const { out } = await read('get', 'E24638', 'temperature', '--json');
    expect(JSON.parse(out)).toEqual({
      family: 'usb',
      serial: 'E24638',
      channel: 'temperature',
      magnitude: 24.87,
      unit: '°C',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('prints all channels as a table, in the order of the device', async () => {
    const { out } = await read('get', 'E24638');
    const names = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/)[0]);
    expect(names.slice(0, 4)).toEqual(['CHANNEL', 'atmospheric_pressure', 'temperature', 'relative_humidity']);
    expect(out).toMatch(/^temperature +24\.87 {2}°C {4}\d{4}-/m);
    const { out: json } = await read('get', 'E24638', '--json');
    expect(JSON.parse(json)).toMatchObject({
      serial: 'E24638',
      values: { temperature: { magnitude: 24.87, unit: '°C' } },
    });
  });

  test('finds a device of a gateway without --family', async () => {
    expect(await read('get', 'SIM00001', 'temperature')).toMatchObject({ code: 0, err: '' });
    expect(await read('get', 'SIM00001', 'temperature', '--family', 'usb')).toMatchObject({ code: 7, out: '' });
  });
});

describe('exit codes and messages for', () => {
  test('a missing device', async () => {
    const { code, out, err } = await read('get', 'E99999', 'temperature');
    expect([code, out]).toEqual([7, '']);
    expect(err).toBe('mensura: no device with the serial number E99999; run "mensura devices" to list devices\n');
  });

  test('a missing channel', async () => {
    const { code, err } = await read('get', 'E24638', 'co2');
    expect(code).toBe(7);
    expect(err).toMatch(/^mensura: E24638 has no channel co2; available: atmospheric_pressure, temperature, /);
  });

  test('a serial number with control characters', async () => {
    const { err } = await read('get', '\u001B[2Jx\u009B');
    expect(err).toContain('\\x1b[2Jx\\x9b');
    expect(err).not.toContain('\u001B');
    expect(err).not.toContain('\u009B');
  });
});

test('get exits with 9 and prints no value without a valid reading', async () => {
  const broken = await plug({ serial: 'E24700', product: 'VCP-RTD300-CAL', values: ['ERR'] });
  const other = await serve([broken]);
  const options = { env: { MENSURA_DATA_DIR: other.dataDir } };
  const ended = await until('the failing device', async () => {
    const { out } = await mensura(['devices'], options);
    return out.includes('failing') && (await mensura(['get', 'E24700', 'temperature'], options));
  });
  expect([ended.code, ended.out]).toEqual([9, '']);
  expect(ended.err).toMatch(/^mensura: E24700 temperature has no valid reading/);
  const { code, out } = await mensura(['get', 'E24700', 'temperature', '--json'], options);
  expect([code, (JSON.parse(out) as { magnitude: unknown }).magnitude]).toEqual([9, null]);
});

test('get shows the labels of channels that measure the same quantity', async () => {
  const columns = parseColumns('Tank A:C,Tank B:C,RH:%');
  const probes = await plug({ serial: 'E24701', product: 'VCP-NEW900', columns, values: ['20.5', '21.5', '40'] });
  const other = await serve([probes]);
  const options = { env: { MENSURA_DATA_DIR: other.dataDir } };
  const out = await until('its values', async () => {
    const ended = await mensura(['get', 'E24701'], options);
    return ended.out.includes('21.5') && ended.out;
  });
  expect(out).toMatch(/^CHANNEL +VALUE {2}UNIT {2}TIME +LABEL\n/);
  expect(out).toMatch(/\ntemperature_2 +21\.50 +°C +\S+ +Tank B\n/);
  expect(out).toMatch(/\nrelative_humidity +40\.00 +%rh +\S+\n/);
});

describe('the service', () => {
  test('shows its status', async () => {
    const { out } = await read('status');
    expect(out).toContain(`at ${service.url}\n`);
    const { out: json } = await read('status', '--json');
    expect((JSON.parse(json) as AppStatus).address).toBe(service.url);
  });

  test('reports an empty list of alarms on standard error', async () => {
    expect(await read('alarms')).toEqual({ code: 0, out: '', err: 'No alarms.\n' });
    expect(await read('alarms', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
    expect(await read('alarms', 'ack', '--all', '--json')).toMatchObject({
      code: 0,
      out: '{\n  "acknowledged": 0\n}\n',
    });
    expect(await read('alarms', 'ack')).toMatchObject({ code: 2 });
    expect(await read('alarms', 'ack', 'no-such')).toMatchObject({ code: 7 });
  });

  test('acknowledges an alarm with a name and a comment', async () => {
    await fetch(`${service.url}/app/v1/alarms/rules`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ family: 'usb', serial: 'E24638', channel: 'temperature', upper: 20 }),
    });
    const listed = async () => JSON.parse((await read('alarms', '--json')).out) as Alarm[];
    const [alarm] = await until('the alarm', async () => {
      const alarms = await listed();
      return alarms.length > 0 && alarms;
    });
    const { code } = await read('alarms', 'ack', alarm?.id ?? '', '--by', 'Ann', '--comment', 'Door closed.');
    expect([code, await listed()]).toMatchObject([
      0,
      [{ id: alarm?.id, acknowledged_by: 'Ann', acknowledgment_comment: 'Door closed.' }],
    ]);
    expect(await read('alarms', 'ack', '--all', '--by', 'x'.repeat(101))).toMatchObject({
      code: 8,
      err: expect.stringContaining('by: must have at most 100 characters'),
    });
  });

  test('lists alarm rules, and snoozes one with a reason and a name', async () => {
    expect(await read('alarms', 'rules', '--url', service.url)).toMatchObject({ code: 0 });
    const added = await fetch(`${service.url}/app/v1/alarms/rules`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        family: 'usb',
        serial: 'E24638',
        channel: 'temperature',
        lower: -300,
        change: 200,
        deviation: 300,
        reference: { family: 'usb', serial: 'E2', channel: 'temperature' },
        no_data_s: 5400,
      }),
    });
    const { id } = (await added.json()) as { id: string };
    const line = async (): Promise<string> =>
      (await read('alarms', 'rules')).out.split('\n').find((each) => each.startsWith(id)) ?? '';
    const conditions =
      'below -300, change above 200 within 10 min, deviation above 300 from E2 temperature, no data for 1 h 30 min';
    expect(await line()).toMatch(new RegExp(`^${id} +E24638 +temperature +${conditions} +warning +watching +- +-$`));
    const flags = ['--reason', 'Defrosting.', '--by', 'A. Miller'];
    const snoozed = await read('alarms', 'snooze', id, '--for', '2h', ...flags);
    expect(snoozed).toMatchObject({ code: 0, err: '' });
    const [, end = ''] = /^Snoozed alarm rule \w+ until (\S+)\.\n$/.exec(snoozed.out) ?? [];
    expect(Math.abs(Date.parse(end) - Date.now() - 7_200_000)).toBeLessThan(60_000);
    expect(await line()).toMatch(new RegExp(`snoozed until ${end} +A\\. Miller +Defrosting\\.$`));
    const ended = await read('alarms', 'unsnooze', id);
    expect(ended).toEqual({ code: 0, out: `Ended the snooze of alarm rule ${id}.\n`, err: '' });
    expect(JSON.parse((await read('alarms', 'unsnooze', id, '--json')).out)).toMatchObject({ id, snoozed: null });
    expect(await read('alarms', 'snooze', id)).toMatchObject({ code: 2 });
    expect(await read('alarms', 'snooze', id, '--for', '0')).toMatchObject({ code: 8 });
    expect(await read('alarms', 'snooze', 'a00000000', '--for', '60')).toMatchObject({ code: 7 });
    expect(await read('alarms', 'unsnooze', 'a00000000')).toMatchObject({ code: 7 });
  });

  test('prints its log, the newest line last', async () => {
    const { out } = await read('log', '--limit', '500');
    expect(out).toContain(`Mensura 3.7.0 listening at ${service.url}`);
    const { out: json } = await read('log', '--json', '--limit', '2');
    const entries = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LogEntry);
    expect(entries).toHaveLength(2);
    expect(entries[0]?.id).toBeLessThan(entries[1]?.id ?? 0);
  });

  test('writes a backup, and overwrites it only with --force', async () => {
    const file = join(freshFolder(), 'all.json');
    expect(await read('backup', file)).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'mensura-backup' });
    expect(await read('backup', file)).toMatchObject({
      code: 11,
      err: `mensura: ${file} already exists; choose another file, or use --force to overwrite it\n`,
    });
    expect(await read('backup', file, '--force')).toMatchObject({ code: 0 });
  });
});

describe('the address of the service', () => {
  test('comes from --url, MENSURA_URL or --data-dir', async () => {
    expect(await mensura(['status', '--url', `${service.url}/`])).toMatchObject({ code: 0 });
    expect(await mensura(['status'], { env: { MENSURA_URL: service.url } })).toMatchObject({ code: 0 });
    expect(await mensura(['status', '--url', 'lab'])).toMatchObject({ code: 2 });
    const elsewhere = { MENSURA_URL: 'http://127.0.0.1:1' };
    expect(await mensura(['status'], { env: elsewhere })).toMatchObject({ code: 6 });
    expect(await mensura(['status', '--data-dir', service.dataDir], { env: elsewhere })).toMatchObject({ code: 0 });
  });

  test('is missing while no service runs', async () => {
    // Never assigned to another test.
    const port = '2';
    const { code, err } = await mensura(['devices'], { env: { MENSURA_PORT: port } });
    expect([code, err]).toEqual([
      6,
      `mensura: Mensura is not running (cannot connect to http://127.0.0.1:${port}); run "mensura serve" or start the desktop app\n`,
    ]);
    const empty = freshFolder();
    expect(await mensura(['devices', '--data-dir', empty], { env })).toMatchObject({
      code: 6,
      err: `mensura: Mensura is not running with the data folder ${empty}; run "mensura serve --data-dir ${empty}"\n`,
    });
  });

  test('is not accepted from another program', async () => {
    const server = createServer((_request, response) => response.end('<html>'));
    atEnd(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await mensura(['devices', '--url', url])).toMatchObject({
      code: 6,
      err: `mensura: the server at ${url} is not Mensura; set the address with --url\n`,
    });
  });

  test.each(['{}', '[]', 'null', '{"proof":1}'])(
    'is not accepted at the default port from a program that responds with %s',
    async (text) => {
      const server = createServer((_request, response) => response.end(text));
      atEnd(() => server.close());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      expect(await mensura(['devices'], { env: { MENSURA_PORT: String(port) } })).toMatchObject({
        code: 6,
        err: `mensura: the server at http://127.0.0.1:${port} is not Mensura; set the address with --url\n`,
      });
    },
  );
});

test('serve passes flags and exit codes of the service', async () => {
  const { code, out, err } = await mensura(['serve', '--data-dir', service.dataDir, '--port', '0']);
  expect([code, out]).toEqual([4, '']);
  expect(err).toMatch(/^mensura: .+\n$/);
  expect(await mensura(['serve', '--nonsense'])).toMatchObject({ code: 2, err: expect.stringContaining('--nonsense') });
});

/** Writes the address of every module to standard error when it is loaded. */
const LOADS = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } });`;

/** The bundled modules that a command loads. */
function modulesOf(...args: string[]): string[] {
  const { stderr } = spawnSync(process.execPath, ['--import', LOADS, PROGRAM, ...args], { encoding: 'utf8' });
  return [...new Set(stderr.split('\n').filter((line) => line.startsWith('file:')))];
}

test('loads no slow module, unless a command has flags of declared fields', () => {
  const isSlow = (url: string) => /ZodType|serialport|mqtt-packet|express\(/.test(readFileSync(new URL(url), 'utf8'));
  const common = modulesOf('devices', '--help');
  expect(common.length).toBeGreaterThan(1);
  expect(common.filter(isSlow)).toEqual([]);
  expect(modulesOf('export', '--help').filter(isSlow)).not.toEqual([]);
});
