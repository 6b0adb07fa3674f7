import { describe, expect, test } from 'vitest';
import { AnnotationStore } from '../../../renderer/data/history-tiles/annotation-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import { onlyDevice } from '../../../renderer/features/charts/channels.ts';
import { StackAnnotations } from '../../../renderer/features/charts/scene/stack-annotations.ts';
import type { Marker } from '../../../service/contract/index.ts';
import { channel } from './support.ts';

const E1 = channel('temperature', '°C', 'E1');
const E2 = channel('temperature', '°C', 'E2');

describe('the markers of charts', () => {
  const mirror = new EntityMirror();
  const marks = new AnnotationStore({ mirror, onChange: () => undefined });
  const put = (id: number, device: string | null): void => {
    const marker: Marker = { id, at: 100 - id, text: '', device };
    mirror.apply({ name: 'entity', data: { kind: 'marker', key: String(id), value: marker } });
  };
  put(1, null);
  put(2, 'usb/E1');
  put(3, 'usb/E2');
  put(4, 'gateway/E1');

  test.each([
    ['one device', [E1], [2, 1]],
    ['several devices', [E1, E2], [3, 2, 1]],
    ['no device with markers', [channel('co2', 'ppm', 'E3')], [1]],
  ])('are those of all charts and of their devices: %s', (_case, channels, ids) => {
    expect(new StackAnnotations(marks, channels).markers.map(({ id }) => id)).toEqual(ids);
  });

  test('follow a change of the device', () => {
    const shown = new StackAnnotations(marks, [channel('co2', 'ppm', 'E9')]);
    const ids = (): number[] => shown.markers.map(({ id }) => id);
    expect(ids()).toEqual([1]);
    put(5, 'usb/E9');
    expect(ids()).toEqual([5, 1]);
    put(5, 'usb/E8');
    expect(ids()).toEqual([1]);
  });
});

test('charts have one device if all channels are of it', () => {
  expect(onlyDevice([E1, channel('co2', 'ppm', 'E1')])).toBe('usb/E1');
  expect(onlyDevice([E1, E2])).toBeNull();
  expect(onlyDevice([])).toBeNull();
});
