/** The adapter against the emulated gateway, over real HTTP on loopback. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { gatewayStatusSchema } from '../../../../../service/contract/index.ts';
import { systemClock } from '../../../../../service/support/clock.ts';
import { createGateway, type EmulatedGateway, type GatewayOptions } from '../../../../emulator/gateway/gateway.ts';
import { PTH_CAL } from './published.ts';
import { AdapterRecord, configOf, http, listen } from './support.ts';

/** Published: 102466 Pa, 24.87 C, 66.81 %. */
const PTH = { product: 'VCP-PTH450-CAL', serial: 'E24638', values: ['102466', '24.87', '66.81'] };
const TMC = { product: 'VCP-TMC100k', serial: 'E24640', values: ['23.512', '24.031'] };

async function gatewayWith(options: GatewayOptions): Promise<EmulatedGateway> {
  const gateway = createGateway(options);
  await gateway.start();
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** From here on time goes by only while something is waited for: a busy machine takes nothing from a short patience. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** How long instruments stay while their gateway is away: long where that must not play a part. */
const PATIENT = { silenceMs: 60_000 };
const IMPATIENT = { silenceMs: 400 };

describe('instruments', () => {
  test('are seen with product and channels, and read in the units of their channels', async () => {
    const gateway = await gatewayWith({ instruments: [PTH, TMC] });
    const before = systemClock.now();
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24640', 1);
    const address = `127.0.0.1:${gateway.port}`;
    expect(record.of('seen')).toMatchObject([
      {
        gatewaySerial: address,
        serial: 'E24638',
        node: undefined,
        productName: 'VCP-PTH450-CAL',
        product: { model: 'VCP-PTH450-CAL/v1' },
        vendor: 'Dracal technologies inc.',
        firmware: { major: 0, minor: 0 },
        connections: { usb: null, vcp: null },
        protocols: { usb: true, vcp: true },
        protocol: null,
        periodMs: 100,
        simulated: false,
      },
      { gatewaySerial: address, serial: 'E24640', productName: 'VCP-TMC100k' },
    ]);
    const [pth, tmc] = record.of('readings');
    expect(pth).toMatchObject({
      gatewaySerial: address,
      serial: 'E24638',
      samples: [
        { channel: 'atmospheric_pressure', magnitude: 102.466 },
        { channel: 'temperature', magnitude: 24.87 },
        { channel: 'relative_humidity', magnitude: 66.81 },
      ],
    });
    expect(tmc?.samples).toEqual([
      { channel: 'temperature', magnitude: 23.512 },
      { channel: 'cold_junction_temperature', magnitude: 24.031 },
    ]);
    expect(pth?.at).toBeGreaterThanOrEqual(before);
    expect(pth?.at).toBeLessThanOrEqual(systemClock.now());
    expect(record.said.slice(0, 2).map(({ name }) => name)).toEqual(['status', 'seen']);
  });

  test('have the columns that their headings say, whatever the order, and tell which are unclear', async () => {
    const heated = { unit: 'C', base: 100, swing: 0, whole: false };
    const turned = [
      { ...heated, title: 'Cold junction' },
      { ...heated, title: 'Type-K' },
    ];
    const unclear = [
      { ...heated, title: 'Probe' },
      { ...heated, title: 'Ambient' },
    ];
    const gateway = await gatewayWith({
      instruments: [
        { ...TMC, columns: turned, values: ['24', '100.5'] },
        { ...TMC, serial: 'E24641', columns: unclear },
      ],
    });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24641', 1);
    const seen = (serial: string) => record.of('seen').findLast((one) => one.serial === serial);
    expect(seen('E24640')?.labels).toEqual({ cold_junction_temperature: 'Cold junction', temperature: 'Type-K' });
    expect(seen('E24640')?.unclear).toBeUndefined();
    expect(record.of('readings').findLast(({ serial }) => serial === 'E24640')?.samples).toEqual([
      { channel: 'cold_junction_temperature', magnitude: 24 },
      { channel: 'temperature', magnitude: 100.5 },
    ]);
    expect(seen('E24641')?.unclear).toMatchObject([{ channel: 'probe' }, { channel: 'ambient' }]);
  });

  test('a steady value is a reading with every answer', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24638', 4);
    expect(new Set(record.storyOf('E24638').slice(1))).toEqual(new Set(['102.466 24.87 66.81']));
    expect(gateway.told('E24638')).toHaveLength(1);
    const moments = record.of('readings').map(({ at }) => at);
    expect(new Set(moments).size).toBe(moments.length);
  });

  test('a failing sensor is null with a reason, and comes back', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24638', 1);
    gateway.failSensor('E24638', [2]);
    await record.until(() => record.of('readings').at(-1)?.samples[1]?.magnitude === null);
    expect(record.of('readings').at(-1)?.samples).toEqual([
      { channel: 'atmospheric_pressure', magnitude: 102.466 },
      { channel: 'temperature', magnitude: null, reason: 'sensor error' },
      { channel: 'relative_humidity', magnitude: 66.81 },
    ]);
    gateway.failSensor('E24638', []);
    await record.until(() => record.of('readings').at(-1)?.samples[1]?.magnitude === 24.87);
  });

  test('come and go: gone after three answers without it, not before', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    const record = new AdapterRecord(configOf(gateway.port), PATIENT);
    await record.until(() => record.there().join() === 'E24638');
    gateway.plug(TMC);
    await record.until(() => record.there().join() === 'E24638,E24640');
    await record.until(() => record.adapter.status.instruments === 2);
    gateway.unplug('E24638');
    const asked = gateway.requests;
    await record.until(() => record.there().join() === 'E24640');
    expect(gateway.requests - asked).toBeGreaterThanOrEqual(3);
    expect(record.storyOf('E24638').at(-1)).toBe('no longer listed by the gateway');
    gateway.unplug('E24640');
    await record.until(() => record.there().length === 0);
    // A gateway without instruments is a gateway all the same.
    expect(record.adapter.status).toMatchObject({ state: 'online', instruments: 0 });
    gateway.plug(PTH);
    await record.until(() => record.there().join() === 'E24638');
    await record.more('E24638', 1);
  });

  test('one that is left out once stays', async () => {
    const gateway = await gatewayWith({ instruments: [PTH, TMC] });
    const record = new AdapterRecord(configOf(gateway.port), PATIENT);
    // The first of them is in every answer, the second in every other one.
    record.adapter.events.on('readings', ({ serial }) => {
      if (serial !== 'E24638') return;
      if (gateway.serials.includes('E24640')) gateway.unplug('E24640');
      else gateway.plug(TMC);
    });
    await record.more('E24640', 4);
    expect(record.of('seen')).toHaveLength(2);
    expect(record.of('lost')).toEqual([]);
  });

  test('a damaged line is refused, and no reason to lose the instrument', async () => {
    const gateway = await gatewayWith({ instruments: [PTH, TMC] });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24638', 1);
    gateway.faultsOf('E24638').wrongCrc = Number.POSITIVE_INFINITY;
    gateway.show('E24638', ['102000', '20', '50']);
    await record.until(() => record.of('rejected').length >= 5);
    expect(record.storyOf('E24638')).not.toContain('102 20 50');
    expect(record.of('rejected')[0]).toEqual({ gatewaySerial: `127.0.0.1:${gateway.port}`, serial: 'E24638' });
    gateway.faultsOf('E24638').wrongCrc = 0;
    gateway.show('E24638', ['102000', '20', '50']);
    await record.until(() => record.storyOf('E24638').at(-1) === '102 20 50');
    expect(record.of('lost')).toEqual([]);
  });

  test('another product under a serial number is another instrument', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24638', 1);
    gateway.unplug('E24638');
    gateway.plug({ ...TMC, serial: 'E24638' });
    await record.until(() => record.storyOf('E24638').at(-1) === '23.512 24.031');
    expect(record.of('seen').map(({ productName }) => productName)).toEqual(['VCP-PTH450-CAL', 'VCP-TMC100k']);
  });

  test.each(['lines', 'data-lines', 'json-lines', 'json-ports'] as const)('in the shape %s', async (shape) => {
    const gateway = await gatewayWith({ shape, instruments: [PTH, { ...TMC, port: 7 }] });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24640', 2);
    expect(record.storyOf('E24638').slice(0, 2)).toEqual(['seen', '102.466 24.87 66.81']);
    expect(record.storyOf('E24640').slice(0, 2)).toEqual(['seen', '23.512 24.031']);
    const nodes = (): unknown[] => record.of('seen').map(({ node }) => node);
    const expected = shape === 'json-ports' ? [1, 7] : [undefined, undefined];
    expect(nodes()).toEqual(expected);
    // An answer that leaves numbers and titles out takes none away.
    gateway.shape = 'data-lines';
    await record.more('E24640', 3);
    expect(nodes()).toEqual(expected);
  });

  test('with and without headers in turn is one instrument, told once for each thing learnt', async () => {
    const columns = [{ title: 'A', unit: 'V', base: 1, swing: 0, whole: false }];
    const instruments = [{ product: 'USB-NEW', serial: 'E1', columns }];
    const gateway = await gatewayWith({ shape: 'data-lines', instruments });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E1', 2);
    expect(record.of('seen')).toHaveLength(1);
    gateway.shape = 'lines';
    await record.until(() => record.of('seen').length === 2);
    gateway.shape = 'data-lines';
    await record.more('E1', 3);
    gateway.shape = 'lines';
    await record.more('E1', 3);
    expect(record.of('seen')).toHaveLength(2);
    expect(record.of('lost')).toEqual([]);
  });

  test('256 at most, and those that are there stay', async () => {
    const instruments = Array.from({ length: 260 }, (_, index) => ({ ...TMC, serial: `E${10_000 + index}` }));
    const gateway = await gatewayWith({ instruments });
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E10255', 3);
    expect(record.there()).toHaveLength(256);
    expect(record.there()).not.toContain('E10256');
    gateway.unplug('E10000');
    await record.until(() => record.there().includes('E10256'));
    expect(record.there()).toHaveLength(256);
    expect(record.adapter.status.instruments).toBe(256);
  });
});

describe('the status', () => {
  test('from start to stop', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    const record = new AdapterRecord(configOf(gateway.port));
    expect(record.adapter.status).toMatchObject({
      state: 'connecting',
      gateways: [],
      gateway_count: 0,
      latency_ms: null,
    });
    await record.more('E24638', 3);
    const { status } = record.adapter;
    expect(gatewayStatusSchema.parse(status)).toEqual({
      state: 'online',
      since: expect.any(String),
      error: null,
      next_retry: null,
      latency_ms: expect.any(Number),
      received: expect.any(Number),
      refused: 0,
      unknown_answer: null,
      instruments: 1,
      gateways: [{ gateway_serial: `127.0.0.1:${gateway.port}`, online: true, instruments: 1 }],
      gateway_count: 1,
    });
    expect(status.received).toBeGreaterThanOrEqual(3);
    // Connecting and online: counters alone are no change.
    expect(record.of('status')).toHaveLength(2);
    expect(gateway.connections).toBe(1);

    await record.adapter.stop('gateway removed');
    expect(record.storyOf('E24638').at(-1)).toBe('gateway removed');
    expect(record.adapter.status).toMatchObject({ state: 'idle', instruments: 0, error: null });
    const [said, asked] = [record.said.length, gateway.requests];
    await record.adapter.stop('again');
    record.adapter.start();
    record.adapter.connectNow();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([record.said.length, gateway.requests]).toEqual([said, asked]);
  });

  test('stopped in the midst of a question, and before anything', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    gateway.fault('silent');
    const record = new AdapterRecord(configOf(gateway.port));
    await expect.poll(() => gateway.requests).toBe(1);
    await record.adapter.stop('changed');
    expect(record.adapter.status.state).toBe('idle');
    expect(record.of('seen')).toEqual([]);
  });

  test('stopped by whoever hears a reading: nothing comes after it', async () => {
    const gateway = await gatewayWith({ instruments: [PTH, TMC] });
    const record = new AdapterRecord(configOf(gateway.port));
    record.adapter.events.on('readings', () => void record.adapter.stop('enough'));
    expect(await record.state('idle')).toMatchObject({ instruments: 0 });
    expect(record.of('readings').map(({ serial }) => serial)).toEqual(['E24638']);
    expect(record.of('lost')).toMatchObject([{ serial: 'E24638', reason: 'enough' }]);
    expect(record.there()).toEqual([]);
  });

  test('one question at a time, however slow the answers are', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    gateway.fault('slow', 350);
    const record = new AdapterRecord(configOf(gateway.port));
    await record.more('E24638', 3);
    const { received, latency_ms } = record.adapter.status;
    expect(gateway.requests - received).toBeLessThanOrEqual(1);
    expect(gateway.connections).toBe(1);
    expect(latency_ms).toBeGreaterThanOrEqual(300);
    expect(record.adapter.status.state).toBe('online');
  });
});

describe('faults', () => {
  test.each([
    ['silent', 'waiting', 'no-answer', 'gateway not responding', 0],
    ['half', 'waiting', 'answer-broken', 'invalid responses from the gateway', 200],
    ['bad-crc', 'waiting', 'answer-broken', 'invalid responses from the gateway', 200],
    ['status-500', 'waiting', 'http-error', 'invalid responses from the gateway', 500],
    ['status-401', 'failed', 'http-error', 'invalid responses from the gateway', 401],
    ['garbage', 'failed', 'not-a-gateway', 'invalid responses from the gateway', 200],
    ['not-a-gateway', 'failed', 'not-a-gateway', 'invalid responses from the gateway', 200],
    ['huge', 'failed', 'answer-too-large', 'invalid responses from the gateway', 200],
  ] as const)('%s is %s with %s, and recovers by itself', async (fault, state, code, reason, status) => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    holdTime();
    const quick = fault === 'silent' ? { responseMinMs: 1000, responseMaxMs: 1000 } : {};
    const record = new AdapterRecord(configOf(gateway.port), { ...IMPATIENT, ...quick });
    await record.more('E24638', 1);
    gateway.fault(fault);
    const given = gatewayStatusSchema.parse(await record.state(state, code));
    const { error, next_retry, unknown_answer, refused, gateways } = given;
    expect(error?.text).toContain(`127.0.0.1`);
    expect(Date.parse(next_retry ?? '')).not.toBeNaN();
    expect(unknown_answer?.status ?? 0).toBe(status);
    expect(refused > 0).toBe(status > 0);
    expect(gateways).toMatchObject([{ online: false }]);
    await record.until(() => record.there().length === 0);
    expect(record.storyOf('E24638').at(-1)).toBe(reason);
    const count = record.of('readings').length;
    gateway.fault('well');
    await record.state('online');
    await record.more('E24638', 1);
    expect(record.there()).toEqual(['E24638']);
    expect(record.of('seen').length).toBeGreaterThanOrEqual(2);
    expect(record.of('readings').length).toBeGreaterThan(count);
    expect(record.adapter.status).toMatchObject({ error: null, next_retry: null, instruments: 1 });
  });

  test('an answer of unknown shape is shown as it is, and no instrument made of it', async () => {
    const gateway = await gatewayWith({ shape: 'unknown', instruments: [PTH] });
    const record = new AdapterRecord(configOf(gateway.port));
    expect(await record.state('failed', 'answer-unknown')).toMatchObject({
      unknown_answer: {
        path: '/sensgate/rvcp/devices',
        status: 200,
        content_type: 'application/json',
        head: '{"gateway":"G00033","ports":[{"port":1,"attached":"E24638"}]}',
      },
      gateways: [],
      gateway_count: 0,
    });
    expect(record.of('seen')).toEqual([]);
    gateway.shape = 'json-lines';
    await record.more('E24638', 1);
  });

  test('a short fault takes no instrument away', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    const record = new AdapterRecord(configOf(gateway.port), PATIENT);
    await record.more('E24638', 1);
    gateway.fault('status-500');
    await record.state('waiting', 'http-error');
    gateway.fault('well');
    await record.state('online');
    await record.more('E24638', 2);
    expect(record.of('seen')).toHaveLength(1);
    expect(record.of('lost')).toEqual([]);
  });

  test('instruments stay as long as answers come, however long that is', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    holdTime();
    const record = new AdapterRecord(configOf(gateway.port, { period_ms: 10_000 }), PATIENT);
    for (let passed = 0; passed < 3 * PATIENT.silenceMs; passed += 10_000) {
      await record.more('E24638', 1);
      vi.advanceTimersByTime(10_000);
    }
    expect(record.of('lost')).toEqual([]);
  });

  test('switched off and on again', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    holdTime();
    const record = new AdapterRecord(configOf(gateway.port), IMPATIENT);
    await record.more('E24638', 1);
    await gateway.stop();
    await record.state('waiting', 'port-refused');
    await record.until(() => record.there().length === 0);
    expect(record.storyOf('E24638').at(-1)).toBe('gateway not responding');
    await gateway.start();
    await record.more('E24638', 1);
    expect(record.adapter.status).toMatchObject({ state: 'online', error: null });
  });

  test('pauses grow while it is away, and connectNow ends one', async () => {
    const gateway = await gatewayWith({ instruments: [PTH] });
    gateway.fault('status-500');
    const record = new AdapterRecord(configOf(gateway.port, { period_ms: 60_000 }), { retryMaxMs: 60_000 });
    const { next_retry, error } = await record.state('waiting', 'http-error');
    const pause = Date.parse(next_retry ?? '') - Date.parse(error?.timestamp ?? '');
    expect(pause).toBeGreaterThanOrEqual(30_000);
    expect(pause).toBeLessThanOrEqual(60_000);
    gateway.fault('well');
    record.adapter.connectNow();
    expect(record.adapter.status).toMatchObject({ state: 'connecting', error: null, next_retry: null });
    await record.more('E24638', 1);
    // It asks now though all is well, too.
    record.adapter.connectNow();
    expect(record.adapter.status.state).toBe('online');
    await record.more('E24638', 1);
  });

  test('another gateway at the same address takes the place of the first', async () => {
    let name = 'G00033';
    const port = await listen((socket) => {
      socket.on('data', () => socket.write(http(JSON.stringify({ gateway: name, lines: [PTH_CAL] }))));
    });
    const record = new AdapterRecord(configOf(port));
    await record.more('E24638', 1);
    expect(record.adapter.status.gateways).toEqual([{ gateway_serial: 'G00033', online: true, instruments: 1 }]);
    name = 'nothing that is one';
    await record.more('E24638', 2);
    expect(record.of('lost')).toEqual([]);
    name = 'G00034';
    await record.until(() => record.of('seen').length === 2);
    expect(record.of('lost')).toEqual([
      {
        gatewaySerial: 'G00033',
        serial: 'E24638',
        reason: `the gateway at 127.0.0.1:${port} now identifies as G00034`,
      },
    ]);
    expect(record.of('seen').at(-1)?.gatewaySerial).toBe('G00034');
  });
});
