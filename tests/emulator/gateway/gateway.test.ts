/** The emulated gateway on the wire. The expected lines are those of docs/hardware.md#vcp-lines. */
import { afterEach, expect, test } from 'vitest';
import { createGateway, type EmulatedGateway, type GatewayOptions } from './gateway.ts';
import type { ShapeName } from './shapes.ts';

const HEADER =
  'I,Product ID,Serial Number,Message,MS5611 Pressure,Pa,SHT31 Temperature,C,SHT31 Relative Humidity,%,*bbdd';
const DATA = 'D,VCP-PTH450-CAL,E24638,,102466,Pa,24.87,C,66.81,%,*d16d';
/** The published checksum of this line (docs/hardware.md#vcp-checksum). */
const TMC_DATA = 'D,VCP-TMC100k,E24640,,23.512,C,24.031,C,*b219';

const PTH = { product: 'VCP-PTH450-CAL', serial: 'E24638', values: ['102466', '24.87', '66.81'] };
const TMC = { product: 'VCP-TMC100k', serial: 'E24640', values: ['23.512', '24.031'] };

const running: EmulatedGateway[] = [];

afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop();
});

async function started(options: GatewayOptions = { instruments: [PTH] }): Promise<EmulatedGateway> {
  const gateway = createGateway(options);
  running.push(gateway);
  await gateway.start();
  return gateway;
}

async function ask(gateway: EmulatedGateway): Promise<{ type: string | null; text: string }> {
  const response = await fetch(`${gateway.url}devices`);
  expect(response.status).toBe(200);
  return { type: response.headers.get('content-type'), text: await response.text() };
}

test('answers where the documentation says, and nowhere else', async () => {
  const gateway = await started();
  expect(gateway.url).toBe(`http://127.0.0.1:${gateway.port}/sensgate/rvcp/`);
  expect(await ask(gateway)).toEqual({ type: 'text/plain', text: `${HEADER}\r\n${DATA}\r\n` });
  const base = `http://127.0.0.1:${gateway.port}`;
  for (const path of ['/', '/devices', '/sensgate/rvcp/', '/sensgate/rvcp/devices/', '/sensgate/rvcp/devices/1']) {
    expect((await fetch(base + path)).status, path).toBe(404);
  }
  const post = await fetch(`${gateway.url}devices`, { method: 'POST', body: 'x' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  expect(gateway.requests).toBe(1);
});

test.each<[ShapeName, string, string]>([
  ['lines', 'text/plain', `${HEADER}\r\n${DATA}\r\n`],
  ['data-lines', 'text/plain', `${DATA}\r\n`],
  ['json-lines', 'application/json', `["${HEADER}","${DATA}"]`],
  ['json-ports', 'application/json', `{"1":"${DATA}"}`],
  ['unknown', 'application/json', '{"gateway":"G00033","ports":[{"port":1,"attached":"E24638"}]}'],
])('the shape %s', async (shape, type, text) => {
  expect(await ask(await started({ shape, instruments: [PTH] }))).toEqual({ type, text });
});

test('instruments come and go, in the order of their ports', async () => {
  const gateway = await started({ shape: 'data-lines', instruments: [PTH] });
  expect(() => gateway.plug(PTH)).toThrow('E24638 is already plugged in');
  expect(() => gateway.plug({ ...TMC, port: 1 })).toThrow('Port 1 is in use');
  expect(() => gateway.plug({ serial: 'E1', product: 'toString' })).toThrow('"toString" is not one of');
  gateway.plug(TMC);
  expect((await ask(gateway)).text).toBe(`${DATA}\r\n${TMC_DATA}\r\n`);
  gateway.unplug('E24638');
  expect(() => gateway.unplug('E24638')).toThrow('E24638 is not plugged in');
  expect((await ask(gateway)).text).toBe(`${TMC_DATA}\r\n`);
  gateway.shape = 'json-ports';
  expect((await ask(gateway)).text).toBe(`{"2":"${TMC_DATA}"}`);
  gateway.plug(PTH);
  expect(gateway.serials).toEqual(['E24638', 'E24640']);
  expect((await ask(gateway)).text).toBe(`{"1":"${DATA}","2":"${TMC_DATA}"}`);
});

test('without instruments the answer is empty', async () => {
  const gateway = await started({});
  expect((await ask(gateway)).text).toBe('');
  gateway.shape = 'json-lines';
  expect((await ask(gateway)).text).toBe('[]');
});

test('measures at the period, and tells one line until the next', async () => {
  const quick = { serial: 'E1', pollMs: 100 };
  const slow = { serial: 'E2', pollMs: 60_000 };
  const gateway = await started({ shape: 'data-lines', instruments: [quick, slow] });
  const [first, other] = (await ask(gateway)).text.split('\r\n');
  await expect.poll(async () => (await ask(gateway)).text.split('\r\n')[0]).not.toBe(first);
  expect((await ask(gateway)).text.split('\r\n')[1]).toBe(other);
  expect(gateway.told('E1').length).toBeGreaterThanOrEqual(2);
  expect(gateway.told('E2')).toHaveLength(1);
});

test('a sensor fails, and heals', async () => {
  const gateway = await started({ shape: 'data-lines', instruments: [PTH] });
  gateway.failSensor('E24638', [2]);
  expect((await ask(gateway)).text).toMatch(/^D,VCP-PTH450-CAL,E24638,,102466,Pa,ERROR,C,66\.81,%,\*[0-9a-f]{4}\r\n$/);
  gateway.failSensor('E24638', []);
  expect((await ask(gateway)).text).toBe(`${DATA}\r\n`);
  gateway.show('E24638', ['102466', '24.88', '66.81']);
  await ask(gateway);
  expect(gateway.told('E24638').map(({ values }) => values)).toEqual([
    ['102466', 'ERROR', '66.81'],
    ['102466', '24.87', '66.81'],
    ['102466', '24.88', '66.81'],
  ]);
});

test('an instrument that has not measured yet has a header alone', async () => {
  const gateway = await started({ instruments: [{ ...PTH, faults: { noData: true } }] });
  expect((await ask(gateway)).text).toBe(`${HEADER}\r\n`);
  gateway.shape = 'json-ports';
  expect((await ask(gateway)).text).toBe('{}');
});

test('stops twice, refuses meanwhile, and comes back on its port', async () => {
  const gateway = await started();
  const { port } = gateway;
  await ask(gateway);
  await Promise.all([gateway.stop(), gateway.stop()]);
  await expect(fetch(`${gateway.url}devices`)).rejects.toThrow();
  await gateway.start();
  await gateway.start();
  expect(gateway.port).toBe(port);
  expect((await ask(gateway)).text).toContain(DATA);
});

test('a port that is taken is said, and another start may follow', async () => {
  const gateway = await started();
  const second = createGateway({ port: gateway.port });
  await expect(second.start()).rejects.toThrow('EADDRINUSE');
  await gateway.stop();
  running.push(second);
  await second.start();
  expect((await ask(second)).text).toBe('');
});
