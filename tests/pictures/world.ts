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

/** What the week before looked like: a day's course that ends where the instruments begin, and a little noise. */
const wave = (days: number): number => Math.sin(days * 2 * Math.PI);
const about = (serial: string, channel: string, unit: string, mean: number, swing: number, noise: number) => ({
  serial,
  channel,
  unit,
  at: (days: number, index: number) => mean + swing * wave(days) + noise * Math.sin(index * 12.9898),
});
const CHANNELS = [
  about('SIM00001', 'atmospheric_pressure', 'kPa', 101.317, 0.2, 0.002),
  about('SIM00001', 'temperature', '°C', 20.48, 1.5, 0.015),
  about('SIM00001', 'relative_humidity', '%rh', 56.1, -4, 0.08),
  about('SIM00001', 'dew_point', '°C', 11.44, 0.5, 0.02),
  about('SIM00001', 'humidex', '°C', 22.46, 1.8, 0.02),
  about('SIM00001', 'heat_index', '°C', 20.48, 1.5, 0.015),
  about('SIM00001', 'altitude', 'mm', 749, -16_000, 160),
  about('SIM00005', 'temperature', '°C', 24.5, 2, 0.03),
] as const;

const MINUTE_MS = 60_000;
/** So long before its end the past has a reading a second, as the instruments give them: no gaps in live charts. */
const FINE_MS = 70 * MINUTE_MS;

/** Writes a stretch of the past; `end` is the moment that the day's course ends at. */
async function fill(dataDir: string, from: number, to: number, stepMs: number, end: number): Promise<void> {
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
  const size = Math.floor((to - from) / stepMs) * CHANNELS.length;
  const timeOf = (index: number): number => from + Math.floor(index / CHANNELS.length) * stepMs;
  await store.commit({
    id: `past-${from}`,
    declared,
    slots: Uint32Array.from({ length: size }, (_, index) => index % CHANNELS.length),
    at: Float64Array.from({ length: size }, (_, index) => timeOf(index)),
    values: Float64Array.from({ length: size }, (_, index) => {
      const channel = CHANNELS[index % CHANNELS.length];
      return channel?.at((timeOf(index) - end) / DAY_MS, index) ?? 0;
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
  await send('POST', '/app/v1/markers', { at: Date.now() - 90_000, text: 'Door opened' });
}

export interface FullWorld {
  url: string;
  close(): Promise<void>;
}

export async function openFullWorld(): Promise<FullWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mensura-pictures-'));
  const begun = Date.now();
  await fill(dataDir, begun - 7 * DAY_MS, begun - FINE_MS, STEP_MS, begun);
  const brokerPort = await freePort();
  const broker = await startBroker(brokerPort);
  const gateway = createGateway({ instruments: [{ serial: 'E24638' }, { serial: 'E24640', product: 'VCP-TMC100k' }] });
  await gateway.start();
  // Last, so that there are a few seconds at most between what was and what is.
  await fill(dataDir, begun - FINE_MS, Date.now(), 1000, begun);
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
