import { describe, expect, test } from 'vitest';
import { AnnotationStore } from '../../../renderer/data/history-tiles/annotation-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import { onlyDevice } from '../../../renderer/features/charts/channels.ts';
import { StackAnnotations } from '../../../renderer/features/charts/scene/stack-annotations.ts';
import {
  type ChannelCorrection,
  type CorrectionInput,
  channelPath,
  type Marker,
} from '../../../service/contract/index.ts';
import { channel } from './support.ts';

const E1 = channel('temperature', '°C', 'E1');
const E2 = channel('temperature', '°C', 'E2');

const idsOf = ({ marks }: StackAnnotations): number[] =>
  marks.flatMap(({ opens }) => ('marker' in opens ? [opens.marker.id] : []));

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
    expect(idsOf(new StackAnnotations(marks, channels))).toEqual(ids);
  });

  test('follow a change of the device', () => {
    const shown = new StackAnnotations(marks, [channel('co2', 'ppm', 'E9')]);
    const ids = (): number[] => idsOf(shown);
    expect(ids()).toEqual([1]);
    put(5, 'usb/E9');
    expect(ids()).toEqual([5, 1]);
    put(5, 'usb/E8');
    expect(ids()).toEqual([1]);
  });
});

describe('the changes of a correction', () => {
  const input: CorrectionInput = {
    enabled: true,
    unit: '°C',
    points: [{ measured: 20.1, reference: 20 }],
    fit: 'exact',
    range: null,
    standard: '',
    date: '',
    by: '',
    note: '',
    due: null,
  };
  const put = (mirror: EntityMirror, serial: string, versions: ChannelCorrection['versions']): void => {
    const value = {
      family: 'usb',
      serial,
      channel: 'temperature',
      unit: '°C',
      correction: null,
      coefficients: null,
      versions,
    } as const;
    mirror.apply({ name: 'entity', data: { kind: 'correction', key: channelPath(value), value } });
  };

  test('are marks of the charts of their channel, among its markers', () => {
    const mirror = new EntityMirror();
    const marks = new AnnotationStore({ mirror, onChange: () => undefined });
    const shown = new StackAnnotations(marks, [E1]);
    mirror.apply({
      name: 'entity',
      data: { kind: 'marker', key: '1', value: { id: 1, at: 1500, text: 'Door', device: null } },
    });
    expect(shown.marks.map(({ at }) => at)).toEqual([1500]);
    put(mirror, 'E1', [
      { version: 2, since: '1970-01-01T00:00:02.000Z', correction: null, coefficients: null },
      { version: 1, since: '1970-01-01T00:00:01.000Z', correction: input, coefficients: [-0.1, 1, 0] },
    ]);
    put(mirror, 'E2', [
      { version: 1, since: '1970-01-01T00:00:01.000Z', correction: input, coefficients: [-0.1, 1, 0] },
    ]);
    expect(shown.marks.map(({ at, text }) => [at, text])).toEqual([
      [1000, 'Correction changed: temperature, added: offset, 1 point'],
      [1500, 'Door'],
      [2000, 'Correction changed: temperature, removed'],
    ]);
    expect(shown.marks[0]?.opens).toEqual({ correction: { family: 'usb', serial: 'E1', channel: 'temperature' } });
  });
});

test('charts have one device if all channels are of it', () => {
  expect(onlyDevice([E1, channel('co2', 'ppm', 'E1')])).toBe('usb/E1');
  expect(onlyDevice([E1, E2])).toBeNull();
  expect(onlyDevice([])).toBeNull();
});
