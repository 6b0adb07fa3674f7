import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RegistryEvents } from '../../../service/devices/registry.ts';
import { appDeviceView, deviceView, measurementView } from '../../../service/devices/views.ts';
import { createBench, describePth, PlayedDriver, type RegistryBench } from './support.ts';

const KEY = { family: 'usb', serial: 'E24638' } as const;
const NO_MEMORY = {
  alias: '',
  note: '',
  group: '',
  favorite: false,
  channelNames: {},
  seaLevelPressure: { effective: 101_325, own: null },
  canSwitchProtocol: false,
};

describe('the registry', () => {
  let bench: RegistryBench;

  beforeEach(() => {
    vi.useFakeTimers();
    bench = createBench();
    bench.registry.start();
  });

  afterEach(() => {
    bench.registry.stop();
    vi.useRealTimers();
  });

  const sample = (magnitudes: Record<string, number | null>): void => {
    const samples = Object.entries(magnitudes).map(([channel, magnitude]) => ({ channel, magnitude }));
    bench.driver.events.emit('readings', { ...KEY, at: bench.clock.now(), samples });
  };
  const attached = () => {
    bench.driver.events.emit('attached', describePth('E24638'));
    const device = bench.registry.get(KEY);
    if (!device) throw new Error('not attached');
    return device;
  };
  const pass = (ms: number): void => {
    bench.clock.advance(ms);
    vi.advanceTimersByTime(ms);
  };

  test('a device that has not sampled is listed with null values and has no measurement', () => {
    const device = attached();
    expect(device.state).toBe('starting');
    expect(Object.values(deviceView(device).channels).map(({ value }) => value)).toEqual(Array(7).fill(null));
    expect(measurementView(device)).toBeUndefined();
  });

  test('virtual channels are computed from the sampling moment and carry its timestamp', () => {
    const device = attached();
    sample({ atmospheric_pressure: 101.182, temperature: 24.8344, relative_humidity: 59.8779 });
    const { channels } = deviceView(device);
    expect(channels['dew_point']?.value?.magnitude.toFixed(4)).toBe('16.5057');
    expect(channels['humidex']?.value?.magnitude.toFixed(4)).toBe('29.7817');
    expect(channels['dew_point']?.value?.timestamp).toBe('2026-11-20T14:45:12.318Z');
    expect(channels['altitude']?.value?.unit).toBe('mm');
  });

  test('a sensor error is null with a reason, in that channel and in those computed from it', () => {
    const device = attached();
    sample({ atmospheric_pressure: 101.182, temperature: 24, relative_humidity: 50 });
    sample({ atmospheric_pressure: 101.182, temperature: 24, relative_humidity: null });
    const view = appDeviceView(device, NO_MEMORY);
    expect(Object.keys(view.reasons)).toEqual(['relative_humidity', 'dew_point', 'humidex', 'heat_index']);
    expect(view.reasons['dew_point']).toBe('requires relative_humidity');
    expect(Object.keys(measurementView(device)?.values ?? {})).toEqual([
      'atmospheric_pressure',
      'temperature',
      'altitude',
    ]);
  });

  test('when every channel fails the compact form is empty at the time of the attempt', () => {
    const device = attached();
    sample({ atmospheric_pressure: null, temperature: null, relative_humidity: null });
    expect(device.state).toBe('failing');
    expect(measurementView(device)).toEqual({ serial: 'E24638', timestamp: '2026-11-20T14:45:12.318Z', values: {} });
  });

  test('what is not a number never becomes a reading', () => {
    const device = attached();
    sample({ temperature: Number.NaN, atmospheric_pressure: Number.POSITIVE_INFINITY });
    expect(deviceView(device).channels['temperature']?.value).toBeNull();
    expect(deviceView(device).channels['atmospheric_pressure']?.value).toBeNull();
  });

  test('a channel that the product does not have is dropped', () => {
    attached();
    sample({ temperature: 20, nonsense: 1 });
    expect(Object.keys(measurementView(bench.registry.get(KEY)!)?.values ?? {})).toEqual(['temperature']);
  });

  test('a device that falls silent loses its values after three periods, at least two seconds, and stays listed', () => {
    const device = attached();
    const changed: string[] = [];
    bench.registry.events.on('changed', ({ state }) => changed.push(state));
    sample({ temperature: 20 });
    pass(3000);
    expect(device.state).toBe('measuring');
    pass(500);
    expect(device.state).toBe('silent');
    expect(changed).toEqual(['silent']);
    expect(Object.values(deviceView(device).channels).every(({ value }) => value === null)).toBe(true);
    expect(bench.registry.list('usb')).toHaveLength(1);
    sample({ temperature: 21 });
    expect(device.state).toBe('measuring');
  });

  test('a fast device has two seconds before it is silent', () => {
    bench.driver.events.emit('attached', describePth('E24638', { periodMs: 100 }));
    sample({ temperature: 20 });
    pass(1900);
    expect(bench.registry.get(KEY)?.state).toBe('measuring');
    pass(400);
    expect(bench.registry.get(KEY)?.state).toBe('silent');
  });

  test('a shorter period is waited for from when it was set, not from the last reading', () => {
    bench.driver.events.emit('attached', describePth('E24638', { periodMs: 60_000 }));
    sample({ temperature: 20 });
    pass(30_000);
    bench.driver.events.emit('attached', describePth('E24638', { periodMs: 5000 }));
    pass(15_000);
    expect(bench.registry.get(KEY)?.state).toBe('measuring');
    pass(250);
    expect(bench.registry.get(KEY)?.state).toBe('silent');
  });

  test('a description that leaves the period as it is does not make a device wait longer', () => {
    bench.driver.events.emit('attached', describePth('E24638', { periodMs: 5000 }));
    sample({ temperature: 20 });
    pass(10_000);
    bench.driver.events.emit('attached', describePth('E24638', { periodMs: 5000, firmware: { major: 3, minor: 0 } }));
    pass(5250);
    expect(bench.registry.get(KEY)?.state).toBe('silent');
  });

  test('a device that goes away is out of the list at once, and another driver may bring it back', () => {
    attached();
    const other = new PlayedDriver('other');
    other.connect(bench.registry);
    other.events.emit('attached', describePth('E24638'));
    expect(bench.registry.problems().map(({ code }) => code)).toEqual(['duplicate-serial']);
    other.events.emit('readings', { ...KEY, at: 0, samples: [{ channel: 'temperature', magnitude: 99 }] });
    expect(bench.registry.get(KEY)?.samplings).toBe(0);
    other.events.emit('detached', { ...KEY, reason: 'unplugged' });
    expect(bench.registry.problems()).toEqual([]);
    bench.driver.events.emit('detached', { ...KEY, reason: 'unplugged' });
    expect(bench.registry.list('usb')).toEqual([]);
    other.events.emit('attached', describePth('E24638'));
    expect(bench.registry.list('usb')).toHaveLength(1);
  });

  test('headings that are not understood are a problem, which goes with them or with the device', () => {
    const unclear = [
      { title: 'Probe\u202E', unit: 'C', channel: 'probe' },
      { title: 'Ambient', unit: 'C', channel: 'ambient' },
    ];
    bench.driver.events.emit('attached', describePth('E24638', { unclear }));
    const [problem, ...others] = bench.registry.problems();
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'unclear-heading', subject: 'E24638' });
    expect(problem?.text).toContain('VCP-PTH450-CAL E24638');
    expect(problem?.text).toContain('"Probe" (C) as probe, "Ambient" (C) as ambient');
    bench.driver.events.emit('attached', describePth('E24638'));
    expect(bench.registry.problems()).toEqual([]);
    bench.driver.events.emit('attached', describePth('E24638', { unclear }));
    bench.driver.events.emit('detached', { ...KEY, reason: 'unplugged' });
    expect(bench.registry.problems()).toEqual([]);
  });

  test.each([
    ['usb', 'Unplug the device'],
    ['gateway', 'name its channel'],
  ] as const)('without headings a %s device can be mended: %s', (family, remedy) => {
    const unclear = [{ title: '', unit: 'C', channel: 'temperature' }];
    bench.driver.events.emit('attached', describePth('E24638', { family, unclear }));
    const [problem] = bench.registry.problems();
    expect(problem?.remedy).toContain(remedy);
    expect(problem?.remedy.includes('Unplug')).toBe(family === 'usb');
  });

  test('the next source with a serial number takes over when the one before is gone, and its problem with it', () => {
    attached();
    const [second, third] = [new PlayedDriver('second'), new PlayedDriver('third')];
    for (const driver of [second, third]) {
      driver.connect(bench.registry);
      driver.events.emit('attached', describePth('E24638'));
    }
    second.events.emit('attached', describePth('E24638', { periodMs: 500 }));
    expect(bench.registry.problems().map(({ subject }) => subject)).toEqual(['E24638 (second)', 'E24638 (third)']);
    const told: string[] = [];
    bench.registry.events.on('removed', ({ serial }) => told.push(`-${serial}`));
    bench.registry.events.on('attached', ({ description }) => told.push(`+${description.serial}`));
    bench.driver.events.emit('detached', { ...KEY, reason: 'unplugged' });
    expect(told).toEqual(['-E24638', '+E24638']);
    expect(bench.registry.get(KEY)?.description.periodMs).toBe(500);
    expect(bench.registry.problems()).toMatchObject([
      { subject: 'E24638 (third)', text: expect.stringContaining('found by second and third') as string },
    ]);
    second.events.emit('readings', { ...KEY, at: 0, samples: [{ channel: 'temperature', magnitude: 20 }] });
    third.events.emit('readings', { ...KEY, at: 0, samples: [{ channel: 'temperature', magnitude: 30 }] });
    expect(bench.registry.get(KEY)?.samplings).toBe(1);
    second.events.emit('detached', { ...KEY, reason: 'unplugged' });
    expect([bench.registry.list('usb').length, bench.registry.problems()]).toEqual([1, []]);
    third.events.emit('detached', { ...KEY, reason: 'unplugged' });
    expect(bench.registry.list('usb')).toEqual([]);
  });

  test('what a source has when it is heard no more is gone, and what waited with it', () => {
    const [first, second] = [new PlayedDriver('first'), new PlayedDriver('second')];
    const ends = [first, second].map((driver) => driver.connect(bench.registry));
    first.events.emit('attached', describePth('E1'));
    second.events.emit('attached', describePth('E1'));
    second.events.emit('attached', describePth('E2'));
    first.events.emit('attached', describePth('E2'));
    ends[0]?.();
    expect(bench.registry.problems()).toEqual([]);
    expect(bench.registry.list('usb').map(({ description }) => description.serial)).toEqual(['E1', 'E2']);
    ends[1]?.();
    expect(bench.registry.list('usb')).toEqual([]);
  });

  test('devices are listed by serial in code-unit order', () => {
    for (const serial of ['b', 'E10', 'E9', '100', 'Z']) {
      bench.driver.events.emit('attached', describePth(serial));
    }
    expect(bench.registry.list('usb').map(({ description }) => description.serial)).toEqual([
      '100',
      'E10',
      'E9',
      'Z',
      'b',
    ]);
  });

  test('the same serial in two families is two devices', () => {
    attached();
    const connections = { gateway: { gateway_serial: 'G00033', node_id: 1 }, usb: null, vcp: null };
    bench.driver.events.emit('attached', describePth('E24638', { family: 'gateway', connections }));
    expect(bench.registry.list('usb')).toHaveLength(1);
    expect(bench.registry.list('gateway')).toHaveLength(1);
    expect(Object.keys(deviceView(bench.registry.list('gateway')[0]!).connections)).toEqual(['gateway', 'usb', 'vcp']);
    expect(Object.keys(deviceView(bench.registry.list('usb')[0]!).connections)).toEqual(['usb', 'vcp']);
  });

  test('each change moves the revision of its family alone', () => {
    const before = bench.registry.revision('gateway');
    let last = bench.registry.revision('usb');
    const moved = (): void => {
      expect(bench.registry.revision('usb')).toBeGreaterThan(last);
      last = bench.registry.revision('usb');
    };
    attached();
    moved();
    sample({ temperature: 20 });
    moved();
    bench.driver.events.emit('attached', describePth('E24638', { periodMs: 500 }));
    moved();
    bench.driver.events.emit('detached', { ...KEY, reason: 'unplugged' });
    moved();
    expect(bench.registry.revision('gateway')).toBe(before);
  });

  test('a listener that throws stops neither the driver nor the other listeners', () => {
    attached();
    const seen: RegistryEvents['readings'][] = [];
    bench.registry.events.on('readings', () => {
      throw new Error('broken consumer');
    });
    bench.registry.events.on('readings', (reading) => seen.push(reading));
    sample({ temperature: 20 });
    expect(seen).toHaveLength(1);
  });

  test('problems are told once, replaced when their text changes, and cleared', () => {
    const told: string[] = [];
    bench.registry.events.on('problem', ({ text }) => told.push(text));
    bench.registry.events.on('cleared', ({ text }) => told.push(`no longer: ${text}`));
    const report = { code: 'port-busy', subject: '/dev/ttyACM0', text: 'held', remedy: 'close it' } as const;
    bench.driver.events.emit('problem', report);
    bench.driver.events.emit('problem', report);
    bench.driver.events.emit('problem', { ...report, text: 'held by x' });
    bench.driver.events.emit('cleared', report);
    bench.driver.events.emit('cleared', report);
    expect(told).toEqual(['held', 'held by x', 'no longer: held by x']);
  });

  test('a period is set through the driver that owns the device', async () => {
    attached();
    await bench.registry.setPeriod(KEY, 250);
    expect(bench.driver.periods).toEqual([['E24638', 250]]);
    await expect(bench.registry.setPeriod({ family: 'gateway', serial: 'E24638' }, 250)).rejects.toThrow(/gateway/);
  });
});
