/** Node-RED reads a running Mensura with the documented flow: API, MQTT and event stream. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import type { Emulator } from '../emulator/emulator.ts';
import { freePort } from '../support/free-port.ts';
import type { MosquittoBroker } from '../support/mqtt/broker.ts';
import { startMosquitto } from '../support/mqtt/mosquitto.ts';
import { freshFolder } from '../support/process.ts';
import { measured, plug, serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type FlowNode, type NodeRed, PAGE, startNodeRed } from './support/node-red.ts';

interface Reading {
  magnitude: number | null;
  unit: string;
  timestamp: string | null;
}
type Readings = Record<string, Record<string, Reading>>;

/** What the flow shows at /mensura. */
interface Shown {
  api?: Record<'usb' | 'gateway', { error: string | null; devices: Readings }>;
  mqtt?: {
    broker?: string;
    status?: string;
    devices?: Record<string, { status: string; values: Record<string, Reading> }>;
  };
  events?: Readings;
}

const FLOW = 'examples/node-red/flow.json';
const TEXT = readFileSync(join(ROOT, 'docs', FLOW), 'utf8');
const VERSION = (
  JSON.parse(readFileSync(join(ROOT, 'build/node-red/package.json'), 'utf8')) as {
    dependencies: { 'node-red': string };
  }
).dependencies['node-red'];
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let instrument: Emulator;
/** Beside it, with a serial number that topics have percent-encoded. */
let other: Emulator;
let broker: MosquittoBroker;
let service: RunningService;
let nodeRed: NodeRed;
let start: () => Promise<RunningService>;

/** The flow as a user has it after entering the address of this Mensura, and the broker with username and password. */
function entered(password: string): FlowNode[] {
  const text = TEXT.replaceAll('127.0.0.1:11395', `127.0.0.1:${service.port}`)
    // For tests that take less time.
    .replace('"repeat": "5"', '"repeat": "1"')
    .replace('RETRY_MS = 5000', 'RETRY_MS = 500');
  const flows = JSON.parse(text) as FlowNode[];
  const node = flows.find(({ type }) => type === 'mqtt-broker');
  Object.assign(node ?? {}, { port: String(broker.port), credentials: { user: 'reader', password } });
  return flows;
}

async function expert(operation: string, clients: object): Promise<void> {
  const response = await fetch(`${service.url}/expert/3.7.0/${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mqtt: { clients } }),
  });
  if (!response.ok) throw new Error(`Mensura refused ${operation}: ${await response.text()}`);
}

/** The temperature of the instrument by each of the three ways. */
async function temperatures(): Promise<Record<'api' | 'mqtt' | 'events', Reading | undefined>> {
  const { api, mqtt, events } = await shown();
  return {
    api: api?.usb.devices['E24638']?.['temperature'],
    mqtt: mqtt?.devices?.['E24638']?.values['temperature'],
    events: events?.['usb/E24638']?.['temperature'],
  };
}

async function shown(): Promise<Shown> {
  return (await (await fetch(`${nodeRed.url}/mensura`)).json()) as Shown;
}

/** Waits until each of the three ways shows this temperature. */
async function temperatureIs(magnitude: number | null): Promise<void> {
  await until(`${magnitude} °C by all ways`, async () => {
    const all = Object.values(await temperatures());
    return all.every((reading) => reading?.magnitude === magnitude);
  });
}

/** Waits for what the flow shows. */
function shows(what: string, predicate: (now: Shown) => boolean): Promise<Shown> {
  return until(what, async () => {
    const now = await shown();
    return predicate(now) && now;
  });
}

/** The debug messages of a node since the list had this length, for a topic if given. */
const debugged = (name: string, since = 0, topic?: string): string[] =>
  nodeRed.debug
    .slice(since)
    .filter((message) => message.name === name && (topic === undefined || message.topic === topic))
    .map(({ msg }) => msg);

beforeAll(async () => {
  instrument = await plug();
  other = await plug({ product: 'VCP-RTD300-CAL', serial: 'P/7', values: ['21.5'] });
  broker = await startMosquitto({ users: { mensura: 'publishes', reader: 'reads' } });
  const [dataDir, port] = [freshFolder(), await freePort()];
  start = () => serve([instrument, other], { dataDir, args: ['--port', String(port)] });
  service = await start();
  const client = { host: broker.host, port: broker.port, name: 'lab', username: 'mensura', password: 'publishes' };
  await expert('add_mqtt_clients', { 'node-red': client });
  for (const serial of ['E24638', 'P%2F7']) await measured(service, serial);
  nodeRed = await startNodeRed();
  await nodeRed.deploy(entered('reads'));
});

afterEach(() => instrument.faults.errorColumns.clear());

describe('the documented flow', () => {
  test('is linked, has only nodes of Node-RED itself, and no secret', async () => {
    expect(PAGE).toContain(`(${FLOW})`);
    const own = new Set(['tab', ...(await nodeRed.coreTypes())]);
    const types = (await nodeRed.flows()).map(({ type }) => type);
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((type) => !own.has(type))).toEqual([]);
    expect(TEXT).not.toMatch(/credentials|password/);
  });

  test('has the names and addresses of the page', () => {
    for (const text of ['127.0.0.1:11395', '/mensura', 'lab/', 'Changes of 0.1 °C']) {
      expect([text, PAGE.includes(text), TEXT.includes(text)]).toEqual([text, true, true]);
    }
  });
});

describe('values and units', () => {
  test('of the API', async () => {
    const { api } = await shows('the readings of the API', (now) => now.api?.usb.error === null);
    expect(api).toEqual({
      usb: {
        error: null,
        devices: {
          E24638: expect.objectContaining({
            // The published line of the instrument: 102466 Pa, 24.87 °C, 66.81 %rh.
            atmospheric_pressure: { magnitude: 102.466, unit: 'kPa', timestamp: TIME },
            relative_humidity: { magnitude: 66.81, unit: '%rh', timestamp: TIME },
            temperature: { magnitude: 24.87, unit: '°C', timestamp: TIME },
          }),
          'P/7': { temperature: { magnitude: 21.5, unit: '°C', timestamp: TIME } },
        },
      },
      gateway: { error: null, devices: {} },
    });
  });

  test('of MQTT and the event stream', async () => {
    await temperatureIs(24.87);
    const { mqtt, events } = await shows('both devices', (now) => {
      const devices = Object.values(now.mqtt?.devices ?? {});
      const areOnline = devices.every(({ status, values }) => status === 'online' && values['temperature']);
      return devices.length === 2 && areOnline && now.events?.['usb/P/7'] !== undefined;
    });
    const values = expect.objectContaining({
      atmospheric_pressure: { magnitude: 102.466, unit: 'kPa', timestamp: TIME },
      temperature: { magnitude: 24.87, unit: '°C', timestamp: TIME },
    });
    const others = { temperature: { magnitude: 21.5, unit: '°C', timestamp: TIME } };
    expect(mqtt).toEqual({
      broker: 'connected',
      status: 'online',
      devices: { E24638: { status: 'online', values }, 'P/7': { status: 'online', values: others } },
    });
    expect(events).toEqual({ 'usb/E24638': values, 'usb/P/7': others });
  });

  test('are those of the page', async () => {
    const [, example = ''] = /^```json\n(.+?)^```$/ms.exec(PAGE) ?? [];
    const expected = JSON.parse(example, (key, value: unknown) => (key === 'timestamp' ? TIME : value)) as object;
    expect(await shown()).toMatchObject(expected);
  });

  test('a change below 0.1 °C is not in the debug tab, one of 0.1 °C is', async () => {
    await until('the first temperature', () => debugged('Temperature', 0, 'E24638').length > 0);
    for (const value of ['24.92', '24.98']) {
      instrument.show(['102466', value, '66.81']);
      await temperatureIs(Number(value));
    }
    await until('the change', () => debugged('Temperature', 0, 'E24638').length > 1);
    expect(debugged('Temperature', 0, 'E24638')).toEqual(['24.87', '24.98']);
    expect(debugged('Temperature', 0, 'P/7')).toEqual(['21.5']);
  });
});

describe('a sensor without a value', () => {
  test('is null with its unit by every way, and then has a value again', async () => {
    const before = nodeRed.debug.length;
    instrument.faults.errorColumns.add(2);
    await temperatureIs(null);
    expect(await temperatures()).toEqual({
      api: { magnitude: null, unit: '°C', timestamp: null },
      mqtt: { magnitude: null, unit: '°C', timestamp: TIME },
      events: { magnitude: null, unit: '°C', timestamp: TIME },
    });
    const { api, mqtt, events } = await shown();
    for (const values of [api?.usb.devices['E24638'], mqtt?.devices?.['E24638']?.values, events?.['usb/E24638']]) {
      expect(values?.['atmospheric_pressure']?.magnitude).toBe(102.466);
    }
    await until('the null in the debug tab', () => debugged('No temperature', before).length > 0);
    expect(debugged('No temperature', before)).toEqual(['E24638']);
    expect(debugged('Temperature', before, 'E24638')).toEqual([]);
    instrument.faults.errorColumns.delete(2);
    await temperatureIs(24.98);
    // The same value as before the null: without the reset, the filter would discard it.
    await until('the value in the debug tab', () => debugged('Temperature', before, 'E24638').length > 0);
    expect(debugged('Temperature', before, 'E24638')).toEqual(['24.98']);
  });
});

describe('what disconnects', () => {
  test('a device has no readings any more by any way, until it is back', async () => {
    await instrument.stop();
    const { api, mqtt, events } = await shows(
      'the device to disconnect',
      ({ api: { usb } = {}, mqtt: { devices } = {}, events: live }) => {
        const isListed = usb?.devices['E24638'] ?? live?.['usb/E24638'];
        return !isListed && devices?.['E24638']?.status === 'offline';
      },
    );
    expect(mqtt?.devices?.['E24638']).toEqual({ status: 'offline', values: {} });
    expect([Object.keys(api?.usb.devices ?? {}), Object.keys(events ?? {})]).toEqual([['P/7'], ['usb/P/7']]);
    expect(mqtt?.devices?.['P/7']?.status).toBe('online');
    await instrument.start();
    await temperatureIs(24.98);
    expect((await shown()).mqtt?.devices?.['E24638']?.status).toBe('online');
  });

  test('Mensura: an error by the API, offline by MQTT; after its restart all readings are back', async () => {
    const before = nodeRed.debug.length;
    await service.stop();
    const { api, events } = await shows(
      'nothing of Mensura',
      (now) => now.api?.usb.error !== null && now.api?.gateway.error !== null && now.mqtt?.status === 'offline',
    );
    const refused = { error: expect.stringMatching(/^ECONNREFUSED: /), devices: {} };
    expect(api).toEqual({ usb: refused, gateway: refused });
    expect(events).toEqual({});
    await until('an error in the debug tab', () =>
      debugged('Devices', before).some((text) => text.includes('ECONNREFUSED')),
    );
    service = await start();
    await temperatureIs(24.98);
    expect((await shown()).mqtt).toMatchObject({ broker: 'connected', status: 'online' });
  });

  test('Node-RED: after its restart the flow continues, and retained topics have the status at once', async () => {
    await nodeRed.stop();
    await instrument.stop();
    await nodeRed.start();
    const { mqtt } = await shows('the retained topics', (now) => now.mqtt?.devices?.['E24638'] !== undefined);
    expect(mqtt).toMatchObject({ broker: 'connected', devices: { E24638: { status: 'offline', values: {} } } });
    await instrument.start();
    await temperatureIs(24.98);
  });

  test('the MQTT client in Mensura: its devices are removed', async () => {
    await expert('remove_mqtt_client', ['lab']);
    await shows('no device over MQTT', ({ mqtt }) => Object.keys(mqtt?.devices ?? {}).length === 0);
    expect((await temperatures()).api?.magnitude).toBe(24.98);
  });
});

describe('what the page says', () => {
  test('started as documented, Node-RED refuses connections to other addresses than 127.0.0.1', async () => {
    expect(PAGE).toContain(`Tested with Node-RED ${VERSION} and`);
    expect(nodeRed.log()).toContain(`Node-RED version: v${VERSION}`);
    await expect(fetch(`http://127.0.0.2:${nodeRed.port}/mensura`)).rejects.toThrow();
  });

  test('a wrong password shows as disconnected and in the log, and the right one connects', async () => {
    await nodeRed.deploy(entered('wrong'));
    await shows('no broker', ({ mqtt }) => mqtt?.broker === 'disconnected');
    await until('the log', () => nodeRed.log().includes('Connection failed to broker'));
    await nodeRed.deploy(entered('reads'));
    await shows('the broker', ({ mqtt }) => mqtt?.broker === 'connected');
  });

  test('a request with an object as payload may change a device', async () => {
    await nodeRed.addTab('Rename', [
      { id: 'rename-in', type: 'http in', url: '/rename', method: 'post', wires: [['rename']] },
      {
        id: 'rename',
        type: 'http request',
        method: 'PATCH',
        ret: 'obj',
        url: `${service.url}/app/v1/devices/usb/E24638`,
        wires: [['rename-out']],
      },
      { id: 'rename-out', type: 'http response', wires: [] },
    ]);
    // The route exists a moment after the answer of the editor.
    const response = await until('the route of the tab', async () => {
      const answer = await fetch(`${nodeRed.url}/rename`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ alias: 'Cellar' }),
      });
      return answer.ok && answer;
    });
    expect(await response.json()).toMatchObject({ alias: 'Cellar' });
  });
});
