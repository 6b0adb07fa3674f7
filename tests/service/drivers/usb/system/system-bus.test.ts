import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Logger, silentLogger } from '../../../../../service/support/logger.ts';
import { aMoment, busOver, FakeDevice, FakeUsb, gate, Told, until } from './fake-package.ts';

/** Collects what is logged. */
function collector(): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const add = (text: string): void => void lines.push(text);
  const logger: Logger = { ...silentLogger, error: add, warn: add, info: add, debug: add, child: () => logger };
  return { logger, lines };
}

async function started(usb: FakeUsb, options: Parameters<typeof busOver>[1] = {}): Promise<Told> {
  const told = new Told();
  const bus = busOver(usb, options);
  onTestFinished(() => bus.stop());
  await bus.start(told);
  return told;
}

describe('without USB', () => {
  async function refusal(bus: ReturnType<typeof busOver>): Promise<Error & { failure?: string }> {
    const error = await bus.start(new Told()).then(
      () => new Error('it started'),
      (caught: Error) => caught,
    );
    await bus.stop();
    return error;
  }

  test('on Linux nothing is loaded, and it says what is missing', async () => {
    let loaded = false;
    const loadPackage = async () => {
      loaded = true;
      return new FakeUsb().asPackage();
    };
    const places = { sysfs: '/nowhere/usb/devices', udev: '/nowhere' };
    const error = await refusal(busOver(new FakeUsb(), { platform: 'linux', places, loadPackage }));
    expect(error).toMatchObject({ name: 'UsbError', failure: 'unsupported' });
    expect(error.message).toBe('no USB on this computer: /nowhere/usb/devices does not exist');
    expect(loaded).toBe(false);
  });

  test('where listing fails, nothing is subscribed to', async () => {
    const usb = new FakeUsb();
    usb.beforeList = () => Promise.reject(new Error('getDevices error: /sys/bus/usb/devices/ not found (errno 2)'));
    let subscribing = false;
    usb.beforeSubscribe = async () => void (subscribing = true);
    const error = await refusal(busOver(usb));
    expect(error.failure).toBe('failed');
    expect(error.message).toContain('/sys/bus/usb/devices/ not found');
    expect([subscribing, usb.subscribed]).toEqual([false, false]);
  });

  test('where the package does not load, it says so in its first words and keeps the cause', async () => {
    const cause = new Error('Cannot find native binding. npm has a bug. Please try again.');
    const error = await refusal(busOver(new FakeUsb(), { loadPackage: () => Promise.reject(cause) }));
    expect(error).toMatchObject({ failure: 'unsupported', cause });
    expect(error.message).toBe('Cannot load the USB library (Cannot find native binding).');
  });

  test('a list that fails the second time ends what was begun, and takes back what was told', async () => {
    const usb = new FakeUsb();
    usb.beforeList = async () => {
      if (usb.lists !== 2) return;
      usb.plug(new FakeDevice({ serial: 'E1' }));
      throw new Error('getDevices error: gone');
    };
    const bus = busOver(usb);
    onTestFinished(() => bus.stop());
    const told = new Told();
    await expect(bus.start(told)).rejects.toMatchObject({ failure: 'failed' });
    expect(usb.subscribed).toBe(false);
    expect(told.words).toEqual(['+E1', '-E1']);
    await bus.start(told);
    expect(told.words).toEqual(['+E1', '-E1', '+E1']);
  });

  test('a list that hangs is waited for by the next start, too: there is never a second', async () => {
    const usb = new FakeUsb();
    usb.devices = [new FakeDevice({ serial: 'E1' })];
    const hang = gate();
    usb.beforeList = () => hang.promise;
    const bus = busOver(usb, { timing: { listTimeoutMs: 10 } });
    onTestFinished(() => bus.stop());
    const told = new Told();
    for (let start = 0; start < 5; start += 1) {
      await expect(bus.start(told)).rejects.toMatchObject({
        failure: 'failed',
        message: 'Cannot list USB devices: Listing USB devices timed out after 10 ms.',
      });
    }
    expect(usb.lists).toBe(1);
    hang.resolve();
    await until(() => expect(usb.listsAtOnce).toBe(0));
    usb.beforeList = async () => {};
    await bus.start(told);
    expect(told.words).toEqual(['+E1']);
  });
});

describe('what is plugged in', () => {
  test('is told at the start, instruments alone, before the start is over', async () => {
    const usb = new FakeUsb();
    usb.devices = [
      new FakeDevice({ serial: 'E1' }),
      new FakeDevice({ vendorId: 0x046d }),
      new FakeDevice({ serial: 'E2', deviceClass: 2 }),
    ];
    const told = await started(usb);
    expect(told.words).toEqual(['+E1', '+E2']);
    expect(told.present.map(({ identity }) => identity.protocol)).toEqual(['usb', 'vcp']);
  });

  test('comes and goes by events, also when the getters of what is gone throw', async () => {
    const usb = new FakeUsb();
    const told = await started(usb);
    const device = new FakeDevice({ serial: 'E1' });
    usb.plug(device);
    expect(told.words).toEqual(['+E1']);
    const [plugged] = told.present;
    usb.unplug(device);
    expect(told.words).toEqual(['+E1', '-E1']);
    await expect(plugged?.open()).rejects.toMatchObject({ failure: 'unplugged' });
    const again = new FakeDevice({ serial: 'E1' });
    usb.plug(again);
    expect(told.words).toEqual(['+E1', '-E1', '+E1']);
    expect(told.present[0]).not.toBe(plugged);
  });

  test('two with one serial number are two', async () => {
    const usb = new FakeUsb();
    const told = await started(usb);
    const twins = [new FakeDevice({ serial: 'E1' }), new FakeDevice({ serial: 'E1' })] as const;
    for (const twin of twins) usb.plug(twin);
    const [first, second] = told.present;
    usb.unplug(twins[0]);
    expect(told.words).toEqual(['+E1', '+E1', '-E1']);
    expect(told.present).toEqual([second]);
    expect(first).not.toBe(second);
  });

  test('is told once, whatever says it: event, list, event again', async () => {
    const usb = new FakeUsb();
    const device = new FakeDevice({ serial: 'E1' });
    usb.devices = [device];
    const told = await started(usb);
    usb.sendAttach(device.again());
    await until(() => expect(usb.lists).toBe(3));
    usb.sendDetach('DeviceId(never seen)');
    await until(() => expect(usb.lists).toBe(4));
    expect(told.words).toEqual(['+E1']);
  });

  test.each([
    { address: 6 },
    { productId: 0x0504 },
    { deviceVersionMajor: 3 },
    { deviceVersionMinor: 1 },
    { deviceVersionSubminor: 5 },
    { bus: '15' },
  ])('that is plugged in again under the same handle is another plugging: %j', async (other) => {
    const usb = new FakeUsb();
    const socket = { serial: 'E1', handle: 'socket 1', address: 5 };
    usb.devices = [new FakeDevice(socket)];
    const told = await started(usb);
    const [before] = told.present;
    // The event of its leaving was missed.
    const after = new FakeDevice({ ...socket, ...other });
    usb.devices = [after];
    usb.sendAttach(after.again());
    expect(told.words).toEqual(['+E1', '-E1', '+E1']);
    expect(told.present).toHaveLength(1);
    expect(told.present[0]).not.toBe(before);
  });

  test('is right in the end when the events of one socket come in the wrong order', async () => {
    const usb = new FakeUsb();
    const device = new FakeDevice({ serial: 'E1', handle: 'socket 1' });
    usb.devices = [device];
    const told = await started(usb);
    usb.sendAttach(device.again());
    usb.sendDetach('socket 1');
    expect(told.present).toEqual([]);
    await until(() => expect(told.words).toEqual(['+E1', '-E1', '+E1']));
  });

  test('a listener that throws disturbs nobody', async () => {
    const usb = new FakeUsb();
    const { logger, lines } = collector();
    const told = new Told();
    told.attached = () => {
      throw new Error('a mistake of the listener');
    };
    const bus = busOver(usb, { logger });
    onTestFinished(() => bus.stop());
    await bus.start(told);
    expect(() => usb.plug(new FakeDevice())).not.toThrow();
    expect(lines.join()).toContain('a mistake of the listener');
  });

  test('an event that cannot be read does not get back into the package', async () => {
    const usb = new FakeUsb();
    const told = await started(usb);
    const broken = new FakeDevice({ serial: 'E1' });
    Object.defineProperty(broken, 'handle', {
      get: () => {
        throw new Error('device not found');
      },
    });
    expect(() => usb.sendAttach(broken)).not.toThrow();
    expect(told.words).toEqual([]);
  });
});

describe('lists', () => {
  test('find what events missed, both ways', async () => {
    const usb = new FakeUsb();
    const told = await started(usb, { timing: { pollMs: 10, quickPollMs: 10 } });
    usb.devices = [new FakeDevice({ serial: 'E1' }), new FakeDevice({ serial: 'E2' })];
    await until(() => expect(told.words).toEqual(['+E1', '+E2']));
    usb.devices = usb.devices.slice(1);
    await until(() => expect(told.words).toEqual(['+E1', '+E2', '-E1']));
  });

  test('become quicker when events do not come, and slow again when one does', async () => {
    const usb = new FakeUsb();
    const { logger, lines } = collector();
    const told = await started(usb, { logger, timing: { pollMs: 300, quickPollMs: 1 } });
    usb.devices = [new FakeDevice({ serial: 'E1' })];
    await until(() => expect(lines.join()).toContain('polling every 1 ms'));
    expect(told.words).toEqual(['+E1']);
    const before = usb.lists;
    await until(() => expect(usb.lists).toBeGreaterThan(before + 100));
    expect(lines).toHaveLength(1);
    usb.plug(new FakeDevice({ serial: 'E2' }));
    expect(told.words).toEqual(['+E1', '+E2']);
    const { lists } = usb;
    await aMoment();
    expect(usb.lists).toBeLessThan(lists + 10);
  });

  test('that are quicker than an event do not mean that none comes', async () => {
    const usb = new FakeUsb();
    const { logger, lines } = collector();
    const told = await started(usb, { logger, timing: { pollMs: 200 } });
    usb.devices = [new FakeDevice({ serial: 'E1' })];
    await until(() => expect(told.words).toEqual(['+E1']));
    usb.sendAttach(usb.devices[0]?.again() as FakeDevice);
    const { lists } = usb;
    await until(() => expect(usb.lists).toBeGreaterThan(lists + 2));
    expect([told.words, lines]).toEqual([['+E1'], []]);
  });

  test.each(['attach', 'detach'])('are quick from the start where subscribing to %s fails', async (what) => {
    const usb = new FakeUsb();
    usb.beforeSubscribe = async (to) => {
      if (to === what) throw new Error('failed to open udev netlink socket');
    };
    const { logger, lines } = collector();
    const told = await started(usb, { logger, timing: { quickPollMs: 2 } });
    expect(lines.join()).toContain('netlink');
    expect(usb.subscribed).toBe(false);
    usb.devices = [new FakeDevice({ serial: 'E1' })];
    await until(() => expect(told.words).toEqual(['+E1']));
  });

  test('that an event asks for wait until the start is over', async () => {
    const usb = new FakeUsb();
    const rest = gate();
    usb.beforeSubscribe = async (to) => {
      if (to === 'attach') return;
      usb.plug(new FakeDevice({ serial: 'E1' }));
      await rest.promise;
    };
    const starting = started(usb);
    await aMoment();
    expect(usb.lists).toBe(1);
    rest.resolve();
    expect((await starting).words).toEqual(['+E1']);
    await until(() => expect(usb.lists).toBe(3));
  });

  test.each([
    ['without', false],
    ['with', true],
  ])('on Linux %s udev are quick: %s is whether events are expected', async (_, hasUdev) => {
    const folder = await mkdtemp(join(tmpdir(), 'mensura-bus-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const places = { sysfs: folder, udev: join(folder, 'control') };
    if (hasUdev) await writeFile(places.udev, '');
    const usb = new FakeUsb();
    const timing = hasUdev ? { pollMs: 1 } : { quickPollMs: 1 };
    await started(usb, { platform: 'linux', places, timing });
    await until(() => expect(usb.lists).toBeGreaterThan(5));
  });

  test('are made one at a time, also when the system hangs', async () => {
    const usb = new FakeUsb();
    const { logger, lines } = collector();
    const told = await started(usb, { logger, timing: { pollMs: 5, quickPollMs: 5, listTimeoutMs: 10 } });
    const hang = gate();
    usb.beforeList = () => hang.promise;
    await until(() => expect(lines.join()).toContain('Listing USB devices timed out'));
    const { lists } = usb;
    await aMoment();
    expect(usb.lists).toBe(lists);
    // Events are heard all the same.
    usb.plug(new FakeDevice({ serial: 'E1' }));
    expect(told.words).toEqual(['+E1']);
    hang.resolve();
    await until(() => expect(usb.lists).toBeGreaterThan(lists + 3));
    expect(usb.mostListsAtOnce).toBe(1);
  });

  test('that are older than a plugging do not take the device away', async () => {
    const usb = new FakeUsb();
    const told = await started(usb);
    const hang = gate();
    usb.beforeList = () => hang.promise;
    usb.sendDetach('DeviceId(another)');
    await until(() => expect(usb.lists).toBe(3));
    usb.plug(new FakeDevice({ serial: 'E1' }));
    hang.resolve();
    await until(() => expect(usb.lists).toBe(4));
    await until(() => expect(usb.listsAtOnce).toBe(0));
    expect(told.words).toEqual(['+E1']);
  });

  test('that are older than an unplugging do not bring the device back', async () => {
    const usb = new FakeUsb();
    const device = new FakeDevice({ serial: 'E1' });
    usb.devices = [device];
    const told = await started(usb);
    const hang = gate();
    usb.beforeList = () => hang.promise;
    usb.sendDetach('DeviceId(another)');
    await until(() => expect(usb.lists).toBe(3));
    usb.unplug(device);
    hang.resolve();
    await until(() => expect(usb.lists).toBe(4));
    await until(() => expect(usb.listsAtOnce).toBe(0));
    expect(told.words).toEqual(['+E1', '-E1']);
  });

  test('that fail are told of once, and change nothing', async () => {
    const usb = new FakeUsb();
    usb.devices = [new FakeDevice({ serial: 'E1' })];
    const { logger, lines } = collector();
    const told = await started(usb, { logger, timing: { pollMs: 1, quickPollMs: 1 } });
    usb.beforeList = () => Promise.reject(new Error('getDevices error: no'));
    const before = usb.lists;
    await until(() => expect(usb.lists).toBeGreaterThan(before + 5));
    expect(lines).toHaveLength(1);
    expect(told.words).toEqual(['+E1']);
  });
});

describe('stopping', () => {
  test('ends events and lists, and tells nothing more', async () => {
    const usb = new FakeUsb();
    const device = new FakeDevice({ serial: 'E1' });
    usb.devices = [device];
    const told = new Told();
    const bus = busOver(usb, { timing: { pollMs: 1, quickPollMs: 1 } });
    await bus.start(told);
    // One that is on its way while it stops.
    const { sendAttach } = usb;
    const late = sendAttach.bind(usb);
    const stopping = bus.stop();
    late(new FakeDevice({ serial: 'E2' }));
    await stopping;
    await bus.stop();
    expect(usb.subscribed).toBe(false);
    await until(() => expect(usb.listsAtOnce).toBe(0));
    const { lists } = usb;
    usb.devices = [];
    await aMoment();
    expect(usb.lists).toBe(lists);
    expect(told.words).toEqual(['+E1']);
  });

  test('during a list tells nothing of it, and makes no other', async () => {
    const usb = new FakeUsb();
    const told = new Told();
    const bus = busOver(usb, { timing: { pollMs: 1, quickPollMs: 1 } });
    await bus.start(told);
    const hang = gate();
    usb.beforeList = () => hang.promise;
    usb.devices = [new FakeDevice({ serial: 'E1' })];
    const before = usb.lists;
    await until(() => expect(usb.lists).toBeGreaterThan(before));
    const { lists } = usb;
    await bus.stop();
    hang.resolve();
    await aMoment();
    expect([usb.lists, told.words]).toEqual([lists, []]);
  });

  test('during the start leaves nothing behind', async () => {
    const usb = new FakeUsb();
    usb.devices = [new FakeDevice()];
    const subscribing = gate();
    const began = gate();
    usb.beforeSubscribe = () => {
      began.resolve();
      return subscribing.promise;
    };
    const told = new Told();
    const bus = busOver(usb);
    const starting = bus.start(told);
    await began.promise;
    const stopping = bus.stop();
    subscribing.resolve();
    await Promise.all([starting, stopping]);
    expect(usb.subscribed).toBe(false);
    expect(told.words).toEqual([]);
  });

  test('does not fail when unsubscribing does; starting again is a new watch', async () => {
    const usb = new FakeUsb();
    usb.devices = [new FakeDevice({ serial: 'E1' })];
    usb.unsubscribeFails = true;
    const told = new Told();
    const bus = busOver(usb);
    await bus.start(told);
    await expect(bus.start(told)).rejects.toMatchObject({ failure: 'failed' });
    await bus.stop();
    await bus.start(told);
    expect(told.words).toEqual(['+E1', '+E1']);
    await bus.stop();
  });
});
