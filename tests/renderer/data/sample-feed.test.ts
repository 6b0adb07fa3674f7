import { beforeEach, describe, expect, test } from 'vitest';
import { SampleFeed } from '../../../renderer/data/samples/sample-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { StreamEvent } from '../../../service/contract/index.ts';
import { appDevice, readings } from '../../support/views/devices.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';

describe('SampleFeed', () => {
  const said: unknown[][] = [];
  const device = appDevice({ serial: 'E1', at: 1000 });
  let mirror: EntityMirror;
  let feed: SampleFeed;

  beforeEach(() => {
    said.length = 0;
    const sink = {
      push: (...words: unknown[]) => said.push(['push', ...words]),
      gap: (...words: unknown[]) => said.push(['gap', ...words]),
      removeDevice: (...words: unknown[]) => said.push(['removeDevice', ...words]),
    };
    mirror = new EntityMirror();
    feed = new SampleFeed(mirror, sink);
  });

  const take = (events: readonly StreamEvent[]): void => {
    for (const event of events) mirror.apply(event);
  };

  test('passes every reading on at the time it was taken, failed ones as null', () => {
    take([{ name: 'readings', data: readings(device, { temperature: 1.5, humidex: null }, 2000) }]);
    expect(said).toEqual([['push', 'usb/E1', 2000, { temperature: 1.5, humidex: null }]]);
  });

  test('breaks the line when a device falls silent or goes', () => {
    take([changed('device', { ...device, state: 'silent' }), removed('device', 'usb/E1', 'unplugged')]);
    expect(said).toEqual([
      ['gap', 'usb/E1'],
      ['gap', 'usb/E1'],
    ]);
  });

  test('breaks all lines when the stream could not be resumed', () => {
    take([{ name: 'readings', data: readings(device, { temperature: 1 }, 2000) }]);
    take([RESET]);
    expect(said.at(-1)).toEqual(['gap', 'usb/E1', true]);
  });

  test('breaks no line of a forgotten device', () => {
    take([changed('device', device)]);
    feed.remove('usb/E1');
    take([RESET]);
    expect(said.map(([word]) => word)).toEqual(['push', 'removeDevice']);
  });

  test('begins with the present values, but never with old ones', () => {
    const silent = appDevice({ serial: 'E2', state: 'silent' });
    const starting = appDevice({ serial: 'E3', state: 'starting' });
    take([changed('device', device), changed('device', silent), changed('device', starting)]);
    expect(said.filter(([word]) => word === 'push').map(([word, key, at]) => [word, key, at])).toEqual([
      ['push', 'usb/E1', 1000],
    ]);
  });
});
