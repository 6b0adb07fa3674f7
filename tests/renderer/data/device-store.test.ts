import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeviceStore } from '../../../renderer/data/devices/device-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { AppDevice, StreamEvent } from '../../../service/contract/index.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';

const climate = appDevice({ serial: 'E1' });
const probe = appDevice({ serial: 'E2' });

describe('DeviceStore', () => {
  const frames: (() => void)[] = [];
  let mirror: EntityMirror;
  let store: DeviceStore;

  beforeEach(() => {
    vi.useFakeTimers();
    frames.length = 0;
    mirror = new EntityMirror();
    store = new DeviceStore(mirror, { nextFrame: (run) => frames.push(run) });
    take([RESET, told(climate), told(probe)]);
    store.show();
  });

  afterEach(() => vi.useRealTimers());

  const take = (events: readonly StreamEvent[]): void => {
    for (const event of events) mirror.apply(event);
  };
  const told = (device: AppDevice): StreamEvent => changed('device', device);

  /** Lets a publication come due, and the frame that it waits for. */
  const publish = (): void => {
    vi.advanceTimersByTime(1000);
    for (const run of frames.splice(0)) run();
  };

  const temperature = (key: string): number | undefined =>
    store.get(key)?.device.device.channels['temperature']?.value?.magnitude;

  test('shows many readings in one publication, before one frame', () => {
    const heard = vi.fn<() => void>();
    store.subscribe('usb/E1', heard);
    for (let value = 1; value <= 50; value += 1) {
      take([{ name: 'readings', data: readings(climate, { temperature: value }) }]);
    }
    expect(heard).not.toHaveBeenCalled();
    publish();
    expect(frames).toHaveLength(0);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(temperature('usb/E1')).toBe(50);
    expect(store.get('usb/E1')?.device.counters.samplings).toBe(climate.counters.samplings + 50);
  });

  test('changes something of a device in what the stream has brought, shown or not', () => {
    take([
      told({ ...climate, note: 'Of the stream.' }),
      { name: 'readings', data: readings(climate, { temperature: 3 }) },
    ]);
    store.amend('usb/E1', { alias: 'Cellar' });
    publish();
    expect(store.get('usb/E1')?.device).toMatchObject({ alias: 'Cellar', note: 'Of the stream.' });
    expect(temperature('usb/E1')).toBe(3);
    take([removed('device', 'usb/E1', 'unplugged')]);
    store.amend('usb/E1', { alias: 'Attic' });
    publish();
    expect(store.get('usb/E1')).toMatchObject({ device: { alias: 'Cellar' }, gone: { reason: 'unplugged' } });
  });

  test('shows new readings as soon when the clock of the computer was set back', () => {
    take([{ name: 'readings', data: readings(climate, { temperature: 1 }) }]);
    publish();
    vi.setSystemTime(Date.now() - 3_600_000);
    take([{ name: 'readings', data: readings(climate, { temperature: 2 }) }]);
    publish();
    expect(temperature('usb/E1')).toBe(2);
  });

  test('tells only those who look at the device that changed, and leaves the list as it is', () => {
    const other = vi.fn<() => void>();
    store.subscribe('usb/E2', other);
    const before = store.list.get();
    take([{ name: 'readings', data: readings(climate, { temperature: 1 }) }]);
    publish();
    expect(other).not.toHaveBeenCalled();
    expect(store.list.get()).toBe(before);
  });

  test('remembers a device that went away, without values that could pass for new ones, and takes it back', () => {
    take([{ name: 'readings', data: readings(climate, { temperature: 9 }) }, removed('device', 'usb/E1', 'unplugged')]);
    publish();
    expect(store.list.get().map(({ key }) => key)).toEqual(['usb/E2']);
    expect(store.get('usb/E1')?.gone?.reason).toBe('unplugged');
    expect(store.get('usb/E1')?.device.device.channels['temperature']?.value).toBeNull();
    expect(store.get('usb/E1')?.device.reasons['temperature']).toBe('disconnected');

    take([told(climate)]);
    publish();
    expect(store.get('usb/E1')?.gone).toBeNull();
    expect(store.list.get()).toHaveLength(2);
  });

  test('after a reset holds what the stream says afresh', () => {
    take([RESET, told(probe)]);
    publish();
    expect(store.list.get().map(({ key }) => key)).toEqual(['usb/E2']);
    expect(store.get('usb/E1')?.gone).not.toBeNull();
  });

  test('the list notices that a device fell silent and came back', () => {
    take([told(appDevice({ serial: 'E1', state: 'silent' }))]);
    publish();
    expect(store.list.get()[0]?.device.state).toBe('silent');
    take([{ name: 'readings', data: readings(climate, { temperature: 2 }) }]);
    publish();
    expect(store.list.get()[0]?.device.state).toBe('measuring');
  });

  test('a device that is described again in the same words keeps its product', () => {
    const before = store.get('usb/E1')?.device.product;
    take([told(structuredClone({ ...climate, alias: 'Oven' }))]);
    publish();
    expect(store.get('usb/E1')?.device.alias).toBe('Oven');
    expect(store.get('usb/E1')?.device.product).toBe(before);
  });

  test('forgets the oldest of very many gone devices', () => {
    const forgotten: string[] = [];
    store = new DeviceStore((mirror = new EntityMirror()), {
      nextFrame: (run) => run(),
      onRemove: (key) => forgotten.push(key),
    });
    for (let number = 0; number < 150; number += 1) {
      const device = appDevice({ serial: `E${number}` });
      take([told(device), removed('device', `usb/${device.serial}`, 'unplugged')]);
      vi.advanceTimersByTime(1000);
    }
    expect(forgotten).toHaveLength(50);
    expect(store.get('usb/E0')).toBeUndefined();
    expect(store.get('usb/E149')).toBeDefined();
  });

  test('does not forget a gone device that somebody looks at', () => {
    const forgotten: string[] = [];
    store = new DeviceStore((mirror = new EntityMirror()), {
      nextFrame: (run) => run(),
      onRemove: (key) => forgotten.push(key),
    });
    const end = store.subscribe('usb/E0', () => undefined);
    const comeAndGo = (number: number): void => {
      const device = appDevice({ serial: `E${number}` });
      take([told(device), removed('device', `usb/${device.serial}`, 'unplugged')]);
      vi.advanceTimersByTime(1000);
    };
    for (let number = 0; number < 110; number += 1) comeAndGo(number);
    expect(store.get('usb/E0')?.gone?.reason).toBe('unplugged');
    expect(forgotten).toHaveLength(10);
    end();
    comeAndGo(110);
    expect(store.get('usb/E0')).toBeUndefined();
  });

  test('a service that begins anew may find hundreds of devices again, one by one', () => {
    const forgotten: string[] = [];
    store = new DeviceStore((mirror = new EntityMirror()), {
      nextFrame: (run) => run(),
      onRemove: (key) => forgotten.push(key),
    });
    const devices = Array.from({ length: 300 }, (_, index) => appDevice({ serial: `E${index}` }));
    take(devices.map(told));
    vi.advanceTimersByTime(1000);
    for (const found of [10, 300]) {
      take([RESET]);
      vi.advanceTimersByTime(1000);
      expect(store.get('usb/E0')?.gone).not.toBeNull();
      take(devices.slice(0, found).map(told));
      vi.advanceTimersByTime(1000);
    }
    expect(forgotten).toEqual([]);
    expect(store.list.get()).toHaveLength(300);
  });
});
