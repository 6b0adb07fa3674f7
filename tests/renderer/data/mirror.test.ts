import { beforeEach, expect, test } from 'vitest';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { Marker } from '../../../service/contract/index.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';
import { gatewayView } from '../../support/views/gateways.ts';

const device = appDevice({ serial: 'E1' });

let mirror: EntityMirror;

beforeEach(() => {
  mirror = new EntityMirror();
});

const measure = (temperature: number): void =>
  mirror.apply({ name: 'readings', data: readings(device, { temperature }) });

const temperature = (from: EntityMirror): number | undefined =>
  from.get('device', 'usb/E1')?.device.channels['temperature']?.value?.magnitude;

test('has readings once they are settled, those of unknown devices never', () => {
  measure(41);
  mirror.apply(changed('device', device));
  expect(mirror.settle()).toEqual([]);
  measure(42);
  expect(temperature(mirror)).not.toBe(42);
  expect(mirror.settle()).toEqual(['usb/E1']);
  expect(temperature(mirror)).toBe(42);
});

test('discards pending readings when the device is described again', () => {
  mirror.apply(changed('device', device));
  measure(42);
  const anew = appDevice({ serial: 'E1', alias: 'Cellar' });
  mirror.apply(changed('device', anew));
  expect(mirror.settle()).toEqual([]);
  expect([...mirror.of('device').values()]).toEqual([anew]);
});

test('tells what was there before a change, a removed device with its last readings', () => {
  const told: unknown[] = [];
  mirror.onChange('gateway', ({ key, before, value }) => told.push([key, before?.config.name, value?.config.name]));
  mirror.onChange('device', ({ before, value, reason }) => {
    if (!value) told.push([before?.device.channels['temperature']?.value?.magnitude, reason]);
  });
  mirror.apply(changed('gateway', gatewayView({ id: 'g1', config: { name: 'old' } })));
  mirror.apply(changed('gateway', gatewayView({ id: 'g1', config: { name: 'new' } })));
  mirror.apply(changed('device', device));
  measure(42);
  mirror.apply(removed('device', 'usb/E1', 'unplugged'));
  expect(told).toEqual([
    ['g1', undefined, 'old'],
    ['g1', 'old', 'new'],
    [42, 'unplugged'],
  ]);
});

test('another mirror takes over its state from its events, readings included', () => {
  const gateway = gatewayView({ id: 'g1' });
  for (const event of [changed('device', device), changed('gateway', gateway), removed('alarm', 'a')])
    mirror.apply(event);
  measure(42);
  const other = new EntityMirror();
  other.apply(changed('gateway', gatewayView({ id: 'earlier' })));
  for (const event of mirror.replay()) other.apply(event);
  expect([...other.of('gateway').values()]).toEqual([gateway]);
  expect(temperature(other)).toBe(42);
});

test('has nothing after a reset', () => {
  mirror.apply(changed('device', device));
  const lost: string[] = [];
  mirror.onReset((before) => lost.push(...before('device').keys()));
  measure(42);
  mirror.apply(RESET);
  expect(lost).toEqual(['usb/E1']);
  expect(mirror.of('device').size).toBe(0);
  expect(mirror.replay()).toEqual([RESET]);
});

test('forgets the oldest of very many', () => {
  const marker = (id: number): Marker => ({ id, at: id, text: '', device: null });
  for (let id = 1; id <= 20_001; id += 1) mirror.apply(changed('marker', marker(id)));
  expect(mirror.of('marker').size).toBe(20_000);
  expect(mirror.get('marker', '1')).toBeUndefined();
});
