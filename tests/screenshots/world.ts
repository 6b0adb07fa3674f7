/** A Mensura with much to see: simulated instruments with a week behind them, brokers, databases, a gateway, alarms and names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppDevice } from '../../service/contract/index.ts';
import { createHistoryStore } from '../../service/history/store/history-store.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { createGateway } from '../emulator/gateway/gateway.ts';
import { freePort } from '../support/free-port.ts';
import { type RunningService, startService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 10_000;

/** What the week before looked like: a day's course that ends where the instruments begin, and a little noise. */
const wave = (days: number): number => Math.sin(days * 2 * Math.PI);
/** Between -1 and 1, without a rhythm of its own, and the same every time. */
const noise = (index: number): number => 2 * ((Math.sin(index * 12.9898) * 43_758.5453) % 1) ** 2 - 1;

interface PastChannel {
  serial: string;
  channel: string;
  unit: string;
  swing: number;
  noise: number;
}
const CHANNELS: readonly PastChannel[] = [
  { serial: 'SIM00001', channel: 'atmospheric_pressure', unit: 'kPa', swing: 0.2, noise: 0.002 },
  { serial: 'SIM00001', channel: 'temperature', unit: '°C', swing: 1.5, noise: 0.015 },
  { serial: 'SIM00001', channel: 'relative_humidity', unit: '%rh', swing: -4, noise: 0.05 },
  { serial: 'SIM00001', channel: 'dew_point', unit: '°C', swing: 0.5, noise: 0.02 },
  { serial: 'SIM00001', channel: 'humidex', unit: '°C', swing: 1.8, noise: 0.02 },
  { serial: 'SIM00001', channel: 'heat_index', unit: '°C', swing: 1.5, noise: 0.015 },
  { serial: 'SIM00001', channel: 'altitude', unit: 'mm', swing: -16_000, noise: 200 },
  { serial: 'SIM00005', channel: 'temperature', unit: '°C', swing: 2, noise: 0.02 },
];
/** Behind the gateway until shortly before the pictures are taken. */
const DISCONNECTED = 'E24641';
const SIMULATED = ['--simulate=5x1', '--simulate-seed', '7'];

/** What the simulated instruments read at this time of the day: the past is to end there. */
async function presentValues(): Promise<number[]> {
  const service = await startService({ args: SIMULATED });
  try {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const answer = await fetch(`${service.url}/app/v1/devices`);
      const { devices } = (await answer.json()) as { devices: AppDevice[] };
      const values = CHANNELS.map(
        ({ serial, channel }) =>
          devices.find((one) => one.serial === serial)?.device.channels[channel]?.value?.magnitude,
      );
      if (values.every((value) => typeof value === 'number')) return values;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The simulated instruments gave no readings within ten seconds.');
  } finally {
    await service.stop();
  }
}

const MINUTE_MS = 60_000;
/** So long before its end the past has a reading a second, as the instruments give them: no gaps in live charts. */
const FINE_MS = 70 * MINUTE_MS;

interface Past {
  /** When the day's course ends, and with which value of each channel. */
  end: number;
  values: readonly number[];
}

/** Writes a stretch of the past. */
async function fill(dataDir: string, past: Past, from: number, to: number, stepMs: number): Promise<void> {
  const store = createHistoryStore({ dataDir, logger: silentLogger });
  await store.open();
  await store.configure({ rawDays: 90, minuteDays: 730, maxBytes: 10 * 2 ** 30 });
  const declared = CHANNELS.map(({ serial, channel, unit }, slot) => ({
    family: 'usb' as const,
    serial,
    channel,
    slot,
    unit,
    description: channel,
    label: '',
    product: 'VCP-PTH450-CAL',
    order: slot,
  }));
  const size = Math.floor((to - from) / stepMs) * CHANNELS.length;
  const timeOf = (index: number): number => from + Math.floor(index / CHANNELS.length) * stepMs;
  await store.commit({
    id: `past-${from}`,
    declared,
    slots: Uint32Array.from({ length: size }, (_, index) => index % CHANNELS.length),
    at: Float64Array.from({ length: size }, (_, index) => timeOf(index)),
    values: Float64Array.from({ length: size }, (_, index) => {
      const slot = index % CHANNELS.length;
      const { swing = 0, noise: loud = 0 } = CHANNELS[slot] ?? {};
      return (past.values[slot] ?? 0) + swing * wave((timeOf(index) - past.end) / DAY_MS) + loud * noise(index);
    }),
  });
  await store.close();
}

async function startBroker(port: number): Promise<ChildProcess> {
  const broker = spawn('mosquitto', ['-p', String(port)], { stdio: 'ignore' });
  await once(broker, 'spawn');
  return broker;
}

/** Accepts whatever is written to it, as a database does. */
async function startDatabase(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204, { 'X-Influxdb-Version': '1.6.7' }).end());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

interface WorldPorts {
  broker: number;
  database: number;
  gateway: number;
}

async function furnish({ url }: RunningService, ports: WorldPorts): Promise<void> {
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  const device = (serial: string, patch: unknown): Promise<void> =>
    send('PATCH', `/app/v1/devices/usb/${serial}`, patch);
  await device('SIM00001', { alias: 'Cold room', note: 'Top shelf, behind the door.', favorite: true });
  await device('SIM00002', { alias: 'Furnace', group: 'Workshop' });
  await device('SIM00003', { group: 'Workshop' });
  await device('SIM00005', { alias: 'Laboratory 2', group: 'Laboratories' });
  const client = { host: '127.0.0.1', port: ports.broker };
  await send('POST', '/app/v1/mqtt/clients', { identifier: 'lab', ...client, name: 'lab' });
  await send('POST', '/app/v1/mqtt/clients', { identifier: 'plant', host: '127.0.0.1', port: 1, name: 'plant' });
  await send('POST', '/app/v1/gateways', {
    kind: 'sensgate',
    name: 'Cold store',
    host: '127.0.0.1',
    port: ports.gateway,
  });
  const database = { kind: 'influxdb1', database: 'plant' };
  const databaseUrl = `http://127.0.0.1:${ports.database}`;
  await send('POST', '/app/v1/databases', { ...database, name: 'Archive', url: databaseUrl });
  await send('POST', '/app/v1/databases', { ...database, name: 'Plant', url: 'http://127.0.0.1:1' });
  const phone = { kind: 'ntfy', name: 'Phone', url: databaseUrl, topic: 'plant-8c1f' };
  await send('POST', '/app/v1/destinations', phone);
  // Nobody is notified before the pictures are taken.
  const mail = { kind: 'email', host: 'mail.example.com', from: 'mensura@example.com', to: ['shift@example.com'] };
  const escalation = { delay_min: 60, reminder_min: 30, daily_at: '07:30' };
  await send('POST', '/app/v1/destinations', { ...mail, ...escalation, name: 'Shift lead' });
  const channel = { family: 'usb', channel: 'temperature', lower: null, no_data_s: null };
  await send('POST', '/app/v1/alarms/rules', { ...channel, serial: 'SIM00005', upper: 21, hysteresis: 1 });
  await send('POST', '/app/v1/alarms/rules', { ...channel, serial: 'SIM00001', upper: 25, hysteresis: 0.5 });
  await send('POST', '/app/v1/alarms/rules', { ...channel, serial: null, group: 'Workshop', upper: 80, delay_s: 300 });
  await addRuns(send);
  const [cold, humidity] = ['usb/SIM00001/temperature', 'usb/SIM00001/relative_humidity'];
  const laboratory = 'usb/SIM00005/temperature';
  await send('POST', '/app/v1/dashboards', {
    name: 'Cold room',
    tiles: [
      { id: 't1', kind: 'value', x: 0, y: 0, w: 3, h: 3, channel: cold },
      { id: 't2', kind: 'value', x: 3, y: 0, w: 3, h: 3, channel: humidity },
      { id: 't3', kind: 'gauge', x: 6, y: 0, w: 3, h: 4, channel: cold },
      { id: 't4', kind: 'gauge', x: 9, y: 0, w: 3, h: 4, channel: laboratory },
      { id: 't5', kind: 'chart', x: 0, y: 3, w: 6, h: 6, channels: [cold, laboratory, humidity] },
      { id: 't6', kind: 'table', x: 6, y: 4, w: 6, h: 5, channels: [cold, laboratory, humidity] },
      { id: 't7', kind: 'alarms', x: 0, y: 9, w: 4, h: 4, channels: [] },
      {
        id: 't8',
        kind: 'text',
        x: 4,
        y: 9,
        w: 4,
        h: 4,
        title: 'Door',
        text: 'Close it within 2 min. Plan: https://hall.example',
      },
      { id: 't9', kind: 'mqtt-client', x: 8, y: 9, w: 4, h: 4, client: 'lab' },
    ],
  });
  const computed = (name: string, unit: string, decimals: number, formula: string): Promise<void> =>
    send('POST', '/app/v1/computed', { name, unit, decimals, formula });
  await computed('Dew point margin', 'K', 1, `[${cold}] - [usb/SIM00001/dew_point]`);
  await computed('Mean temperature', '°C', 2, `mean([${cold}], [${laboratory}])`);
  await computed('Degree-hours of the laboratory', '°C·h', 2, `degree_hours([${laboratory}], 20)`);
  await computed('Pressure at sea level', 'kPa', 3, '[usb/E99/atmospheric_pressure] + 0.5');
  await send('POST', '/app/v1/markers', { at: Date.now() - 90_000, text: 'Door opened' });
  await correct(send);
}

/** Three batches of the days before, and one that goes on; the next ones start by themselves. */
async function addRuns(send: (method: string, path: string, body: unknown) => Promise<void>): Promise<void> {
  const at = (serial: string, name: string, limits = {}) => ({ family: 'usb', serial, channel: name, ...limits });
  const channels = [at('SIM00001', 'temperature', { low: 20, high: 25 }), at('SIM00001', 'relative_humidity')];
  const batch = { channels, operator: 'A. Rossi', tags: ['cold room'] };
  const now = Date.now();
  for (const [index, days] of [5, 4, 3].entries()) {
    const from = now - days * DAY_MS;
    const range = { from: new Date(from).toISOString(), to: new Date(from + 3 * 60 * MINUTE_MS).toISOString() };
    const notes = index === 2 ? 'Door seal replaced before the start.' : '';
    await send('POST', '/app/v1/runs', { ...batch, name: `Batch ${10 + index}`, notes, range });
  }
  await send('POST', '/app/v1/runs', { ...batch, name: 'Batch 13', pre_trigger_s: 30 });
  const start = { kind: 'limit', channel: at('SIM00005', 'temperature'), above: 60, hysteresis: 2 };
  const oven = { name: 'Oven {n} of {date}', channels: [at('SIM00005', 'temperature')], stop_when_over: true };
  await send('POST', '/app/v1/run-plans', { ...oven, start });
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];
  const daily = { name: 'Shift {date}', channels, start: { kind: 'schedule', weekdays, time: '06:00' } };
  await send('POST', '/app/v1/run-plans', { ...daily, stop_after_s: 28_800 });
}

/** The furnace, in two steps: its first correction had two points. */
async function correct(send: (method: string, path: string, body: unknown) => Promise<void>): Promise<void> {
  const points = [
    { measured: 0.15, reference: 0 },
    { measured: 50.31, reference: 50 },
    { measured: 100.32, reference: 100 },
    { measured: 150.61, reference: 150 },
    { measured: 200.7, reference: 200 },
  ];
  const correction = {
    unit: '°C',
    range: { from: -20, to: 250, outside: 'continue' },
    standard: 'Pt100 no. 4711',
    date: '2026-11-02',
    by: 'M. Okafor',
    note: 'Block calibrator, 20 min at each point.',
    due: '2027-11-02',
  };
  const path = '/app/v1/devices/usb/SIM00002/channels/temperature/correction';
  await send('PUT', path, { ...correction, points: [points[0], points[2]] });
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  await send('PUT', path, { ...correction, points, fit: 'parabola' });
}

export interface FullWorld {
  url: string;
  close(): Promise<void>;
}

export async function openFullWorld(): Promise<FullWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-pictures-'));
  const values = await presentValues();
  const past: Past = { end: Date.now(), values };
  await fill(dataDir, past, past.end - 7 * DAY_MS, past.end - FINE_MS, STEP_MS);
  const brokerPort = await freePort();
  const broker = await startBroker(brokerPort);
  const databasePort = await freePort();
  const database = await startDatabase(databasePort);
  const gateway = createGateway({
    instruments: [{ serial: 'E24638' }, { serial: 'E24640', product: 'VCP-TMC100k' }, { serial: DISCONNECTED }],
  });
  await gateway.start();
  // Last, so that there are a few seconds at most between what was and what is.
  await fill(dataDir, past, past.end - FINE_MS, Date.now(), 1000);
  const args = [...SIMULATED, '--simulate-publish'];
  const service = await startService({ args, dataDir });
  await furnish(service, { broker: brokerPort, database: databasePort, gateway: gateway.port });
  // A minute of life: charts with a few seconds in them show little.
  await new Promise((resolve) => setTimeout(resolve, 45_000));
  gateway.unplug(DISCONNECTED);
  return {
    url: service.url,
    close: async () => {
      await service.stop();
      await gateway.stop();
      broker.kill();
      database.close();
      database.closeAllConnections();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
