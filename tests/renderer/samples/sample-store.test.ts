import { describe, expect, test } from 'vitest';
import { NEW_RING_BYTES } from '../../../renderer/data/samples/sample-ring.ts';
import { SampleStore } from '../../../renderer/data/samples/sample-store.ts';
import { pairs } from './support.ts';

describe('SampleStore', () => {
  test('keeps channels of devices apart', () => {
    const store = new SampleStore();
    store.push('usb/A', 1000, { temperature: 20, humidity: null });
    store.push('usb/B', 1000, { temperature: 30 });
    expect(store.series('usb/A', 'temperature')?.lastValue).toBe(20);
    expect(store.series('usb/A', 'humidity')?.lastValue).toBeNaN();
    expect(store.series('usb/B', 'temperature')?.lastValue).toBe(30);
    expect(store.series('usb/B', 'humidity')).toBeUndefined();
  });

  test('tells of samples, gaps and forgetting until it is asked to stop', () => {
    const store = new SampleStore();
    const told: unknown[] = [];
    const end = store.onPush((...event) => told.push(event));
    store.push('a', 1000, { x: 1 });
    store.gap('a');
    store.removeDevice('a');
    store.gap('a');
    store.push('a', Number.NaN, { x: 1 });
    end();
    store.push('a', 2000, { x: 1 });
    expect(told).toEqual([['a'], ['a'], ['a']]);
  });

  test('breaks all lines of a device', () => {
    const store = new SampleStore();
    store.push('a', 1000, { x: 1, y: 2 });
    store.gap('a');
    store.push('a', 2000, { x: 3, y: 4 });
    for (const channel of ['x', 'y']) {
      const ring = store.series('a', channel);
      expect(ring && pairs(ring.raw).map(([, value]) => value)).toContain(null);
    }
  });

  test('gives the memory of a forgotten device back', () => {
    const store = new SampleStore();
    store.push('a', 1000, { x: 1, y: 2 });
    expect(store.memory).toBe(2 * NEW_RING_BYTES);
    store.removeDevice('a');
    expect(store.memory).toBe(0);
    expect(store.series('a', 'x')).toBeUndefined();
  });

  test('drops the device that has been silent longest when there is no memory for another', () => {
    const store = new SampleStore(2 * NEW_RING_BYTES);
    store.push('a', 1000, { x: 1 });
    store.push('b', 2000, { x: 1 });
    store.push('a', 3000, { x: 2 });
    store.push('c', 4000, { x: 1 });
    expect(store.series('b', 'x')).toBeUndefined();
    expect(store.series('a', 'x')?.lastValue).toBe(2);
    expect(store.series('c', 'x')?.lastValue).toBe(1);
  });

  test('goes without the channels that no memory can be had for', () => {
    const store = new SampleStore(2 * NEW_RING_BYTES);
    store.push('a', 1000, { x: 1, y: 2, z: 3 });
    expect(store.series('a', 'y')?.lastValue).toBe(2);
    expect(store.series('a', 'z')).toBeUndefined();
    expect(store.memory).toBeLessThanOrEqual(2 * NEW_RING_BYTES);
  });
});
