/**
 * A data folder that an earlier build wrote (`data-folder/`: simulated devices, a broker that is away) opens with
 * nothing lost. Its times are those of 23 November 2026, so the service runs at that time.
 */
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { freshFolder, launch } from '../support/process.ts';
import { until } from '../support/until.ts';

/** A minute after the folder was written. */
const NOW = Date.parse('2026-11-23T03:43:00Z');

/** Loaded before the service: its clock starts at `NOW`. */
const CLOCK = `const Real = Date, offset = ${NOW} - Real.now();
globalThis.Date = class extends Real {
  constructor(...args) { args.length > 0 ? super(...args) : super(Real.now() + offset); }
  static now() { return Real.now() + offset; }
};`;

let url: string;

async function read<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${url}/app/v1/${path}`);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Answer;
}

beforeAll(async () => {
  const folder = join(freshFolder(), 'data');
  cpSync(join(import.meta.dirname, 'data-folder'), folder, { recursive: true });
  chmodSync(folder, 0o700);
  const preload = `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`;
  const service = launch(['--data-dir', folder, '--port', '0'], { NODE_OPTIONS: preload });
  url = await service.ready();
});

test('names, settings, rules and gateways are there', async () => {
  expect(await read('settings')).toMatchObject({
    log_level: 'warn',
    display_units: { '°C': '°F' },
    history_raw_days: 90,
    refuse_other_users: 'writes',
  });
  const backup = await read<{ devices: unknown }>('backup');
  expect(backup.devices).toMatchObject({
    'usb/SIM00001': { alias: 'Cold room', note: 'Top shelf, behind the door' },
  });
  expect(await read('alarms/rules')).toMatchObject({
    rules: [{ id: 'a9e9975bc', rule: { serial: 'SIM00001', channel: 'temperature', upper: -50, hysteresis: 0.5 } }],
  });
  expect(await read('gateways')).toMatchObject({
    gateways: [{ id: 'gbfdd5dc5', config: { kind: 'sensgate', name: 'Hall', host: '127.0.0.1', port: 9 } }],
  });
});

test('an alarm is still active', async () => {
  expect(await read('alarms')).toMatchObject({
    alarms: [{ id: '5e849518b3af-1', rule: 'a9e9975bc', since: '2026-11-23T03:41:32.030Z', acknowledged: null }],
  });
});

test('a client has its password and every message of its outbox', async () => {
  const [client] = (await read<{ clients: { status: { queued: number } }[] }>('mqtt/clients')).clients;
  expect(client).toMatchObject({ identifier: 'lab', host: '127.0.0.1', port: 9, username: 'u', password_set: true });
  // Counted by the build that wrote the folder.
  expect(client?.status).toMatchObject({ queued: 64, dropped: 0 });
});

test('every stored reading and marker is there', async () => {
  const path = 'history?channel=usb/SIM00001/temperature&from=2026-11-23T03:41:00Z&to=2026-11-23T03:43:00Z';
  const [part] = await until('the history', async () => {
    const { channels } = await read<{ channels: { parts: { at: number[]; magnitude: number[] }[] }[] }>(path);
    return channels[0]?.parts;
  });
  // Read by the build that wrote the folder.
  expect([part?.at.length, part?.at[0], part?.at.at(-1)]).toEqual([38, 1_795_405_285_036, 1_795_405_322_612]);
  expect([part?.magnitude[0], part?.magnitude.at(-1)]).toEqual([18.780804150453953, 18.743419546807047]);
  expect(await read('markers')).toMatchObject({
    markers: [{ at: 1_795_405_292_121, text: 'Door opened', device: null }],
  });
});
