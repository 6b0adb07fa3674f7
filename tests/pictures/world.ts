/** A Mensura with much to see: simulated instruments with a week behind them, brokers, a gateway, alarms and names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHistoryStore } from '../../service/history/store/index.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { createGateway } from '../instruments/gateway/gateway.ts';
import { freePort } from '../mqtt/support/free-port.ts';
import { type RunningService, startService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 10_000;

/** What the week before looked like: a day's course, and a little noise that repeats. */
const wave = (days: number): number => Math.sin(days * 2 * Math.PI);
const CHANNELS = [
  { serial: 'SIM00001', channel: 'temperature', unit: '°C', at: (days: number) => 20.4 + 1.5 * wave(days) },
  { serial: 'SIM00001', channel: 'relative_humidity', unit: '%rh', at: (days: number) => 56 - 4 * wave(days) },
  { serial: 'SIM00005', channel: 'temperature', unit: '°C', at: (days: number) => 25 + 2 * wave(days + 0.1) },
] as const;

async function fillWeek(dataDir: string): Promise<void> {
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
    product: 'VCP-PTH450-CAL',
    order: slot,
  }));
  const now = Date.now() - 20_000;
  const moments = (7 * DAY_MS) / STEP_MS;
  const size = moments * CHANNELS.length;
  const timeOf = (index: number): number => now - 7 * DAY_MS + Math.floor(index / CHANNELS.length) * STEP_MS;
  await store.commit({
    id: 'week',
    declared,
    slots: Uint32Array.from({ length: size }, (_, index) => index % CHANNELS.length),
    at: Float64Array.from({ length: size }, (_, index) => timeOf(index)),
    values: Float64Array.from({ length: size }, (_, index) => {
      const channel = CHANNELS[index % CHANNELS.length];
      return (channel?.at(timeOf(index) / DAY_MS) ?? 0) + 0.03 * Math.sin(index * 12.9898);
    }),
  });
  await store.close();
}

async function startBroker(port: number): Promise<ChildProcess> {
  const broker = spawn('mosquitto', ['-p', String(port)], { stdio: 'ignore' });
  await once(broker, 'spawn');
  return broker;
}

async function furnish({ url }: RunningService, brokerPort: number, gatewayPort: number): Promise<void> {
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  };
  const device = (serial: string, patch: unknown): Promise<void> =>
    send('PATCH', `/app/v1/devices/usb/${serial}`, patch);
  await device('SIM00001', { alias: 'Cold room', note: 'Top shelf, behind the door.' });
  await device('SIM00002', { alias: 'Furnace' });
  await device('SIM00005', { alias: 'Laboratory 2' });
  const client = { host: '127.0.0.1', port: brokerPort };
  await send('POST', '/app/v1/mqtt/clients', { identifier: 'lab', ...client, name: 'lab' });
  await send('POST', '/app/v1/mqtt/clients', { identifier: 'plant', host: '127.0.0.1', port: 1, name: 'plant' });
  await send('POST', '/app/v1/gateways', {
    kind: 'sensgate',
    name: 'Cold store',
    host: '127.0.0.1',
    port: gatewayPort,
  });
  const channel = { family: 'usb', channel: 'temperature', lower: null, no_data_s: null };
  await send('POST', '/app/v1/alarms/rules', { ...channel, serial: 'SIM00002', upper: 80, hysteresis: 1 });
  await send('POST', '/app/v1/alarms/rules', { ...channel, serial: 'SIM00001', upper: 25, hysteresis: 0.5 });
  await send('POST', '/app/v1/markers', { at: Date.now() - 20_000, text: 'Door opened' });
}

export interface FullWorld {
  url: string;
  close(): Promise<void>;
}

export async function openFullWorld(): Promise<FullWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-pictures-'));
  await fillWeek(dataDir);
  const brokerPort = await freePort();
  const broker = await startBroker(brokerPort);
  const gateway = createGateway({ instruments: [{ serial: 'E24638' }, { serial: 'E24640', product: 'VCP-TMC100k' }] });
  await gateway.start();
  const args = ['--simulate=5x1', '--simulate-seed', '7', '--simulate-publish'];
  const service = await startService({ args, dataDir });
  await furnish(service, brokerPort, gateway.port);
  // A minute of life: charts with a few seconds in them show little.
  await new Promise((resolve) => setTimeout(resolve, 45_000));
  return {
    url: service.url,
    close: async () => {
      await service.stop();
      await gateway.stop();
      broker.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
