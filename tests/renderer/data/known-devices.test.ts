import { beforeEach, expect, test, vi } from 'vitest';
import { DeviceStore } from '../../../renderer/data/devices/device-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { AppDevice, StreamEvent } from '../../../service/contract/index.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';

const climate = appDevice({ serial: 'E1' });
const simulated = appDevice({ serial: 'SIM00001', simulated: true });
const disconnected: AppDevice = {
  ...climate,
  state: 'disconnected',
  connected: false,
  last_seen: '2026-11-20T14:45:12.318Z',
  disconnect_reason: 'unplugged',
};

let mirror: EntityMirror;
let store: DeviceStore;
let discarded: string[];

beforeEach(({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  mirror = new EntityMirror();
  discarded = [];
  store = new DeviceStore(mirror, { nextFrame: (run) => run(), onRemove: (key) => discarded.push(key) });
  take(RESET, changed('device', climate), changed('device', simulated));
});

function take(...events: StreamEvent[]): void {
  for (const event of events) mirror.apply(event);
  store.show();
}

const keys = (records: readonly { key: string }[]): string[] => records.map(({ key }) => key);

const unplug = (): void => take(changed('disconnected-device', disconnected), removed('device', 'usb/E1', 'unplugged'));

test('lists a disconnected device that the service remembers, with its last values apart', () => {
  take({ name: 'readings', data: readings(climate, { temperature: 30 }) });
  unplug();
  expect(keys(store.list.get())).toEqual(['usb/SIM00001']);
  expect(keys(store.known.get())).toEqual(['usb/E1', 'usb/SIM00001']);
  const record = store.get('usb/E1');
  expect(record?.gone).toMatchObject({
    since: Date.parse('2026-11-20T14:45:12.318Z'),
    reason: 'unplugged',
    last: { temperature: { value: { magnitude: 24.8344 } } },
  });
  // An old value must not look current.
  expect(record?.device).toMatchObject({ state: 'disconnected' });
  expect(Object.values(record?.device.device.channels ?? {}).every(({ value }) => value === null)).toBe(true);
});

test('remembers a simulated device for its page, but does not list it', () => {
  take(removed('device', 'usb/SIM00001', 'simulation stopped'));
  expect(keys(store.known.get())).toEqual(['usb/E1']);
  expect(store.get('usb/SIM00001')?.gone?.reason).toBe('simulation stopped');
});

test('lists a device at each step of a reconnection', () => {
  const listed: boolean[] = [];
  store.known.subscribe(() => listed.push(keys(store.known.get()).includes('usb/E1')));
  for (const event of [
    changed('disconnected-device', disconnected),
    removed('device', 'usb/E1', 'unplugged'),
    changed('device', climate),
    removed('disconnected-device', 'usb/E1'),
  ]) {
    take(event);
  }
  expect(listed.length).toBeGreaterThan(0);
  expect(listed).not.toContain(false);
  expect(store.get('usb/E1')?.gone).toBeNull();
});

test('removes a forgotten device with its samples', () => {
  unplug();
  take(removed('disconnected-device', 'usb/E1'));
  expect(keys(store.known.get())).toEqual(['usb/SIM00001']);
  expect(store.get('usb/E1')).toBeUndefined();
  expect(discarded).toEqual(['usb/E1']);
});

test('renames a disconnected device before the event arrives', () => {
  unplug();
  store.amend('usb/E1', { alias: 'Cellar' });
  store.show();
  expect(store.get('usb/E1')).toMatchObject({ device: { alias: 'Cellar' }, gone: { isKnown: true } });
});

test('lists what the service remembers after a restart, and not what it no longer does', () => {
  const other: AppDevice = { ...disconnected, serial: 'E2', disconnect_reason: '' };
  unplug();
  take(changed('disconnected-device', other));
  take(RESET, changed('disconnected-device', other));
  expect(keys(store.known.get())).toEqual(['usb/E1', 'usb/SIM00001', 'usb/E2']);
  vi.advanceTimersByTime(10_001);
  store.show();
  expect(keys(store.known.get())).toEqual(['usb/E2']);
  expect(store.get('usb/E2')?.gone?.reason).toBe('Not detected since Mensura started.');
});

test('keeps every row while a restarted service looks for its devices, simulated ones too', () => {
  unplug();
  const listed: string[][] = [];
  store.known.subscribe(() => listed.push(keys(store.known.get())));
  take(RESET);
  expect(store.list.get()).toEqual([]);
  expect(store.get('usb/SIM00001')?.gone).toMatchObject({ isAwaited: true, isKnown: false });
  // The service remembers one device, finds it, and no longer has the simulated one.
  take(changed('disconnected-device', disconnected));
  expect(store.get('usb/E1')?.gone).toMatchObject({ isAwaited: false, isKnown: true });
  take(changed('device', climate), removed('disconnected-device', 'usb/E1'));
  for (const rows of listed) expect(rows.toSorted()).toEqual(['usb/E1', 'usb/SIM00001']);
  vi.advanceTimersByTime(9000);
  store.show();
  expect(keys(store.known.get())).toHaveLength(2);
  vi.advanceTimersByTime(1001);
  store.show();
  expect(keys(store.known.get())).toEqual(['usb/E1']);
  expect(store.get('usb/SIM00001')?.gone).toMatchObject({ isAwaited: false });
});
