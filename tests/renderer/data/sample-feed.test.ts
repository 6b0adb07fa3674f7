import { beforeEach, describe, expect, test } from 'vitest';
import { SampleFeed } from '../../../renderer/data/stream/sample-feed.ts';
import { appDevice, readings } from '../../support/views/devices.ts';

describe('SampleFeed', () => {
  const said: unknown[][] = [];
  const device = appDevice({ serial: 'E1', at: 1000 });
  let feed: SampleFeed;

  beforeEach(() => {
    said.length = 0;
    const sink = {
      push: (...words: unknown[]) => said.push(['push', ...words]),
      gap: (...words: unknown[]) => said.push(['gap', ...words]),
      forget: (...words: unknown[]) => said.push(['forget', ...words]),
    };
    feed = new SampleFeed(sink);
  });

  test('passes every reading on at the time it was taken, failed ones as null', () => {
    feed.take([{ name: 'readings', data: readings(device, { temperature: 1.5, humidex: null }, 2000) }]);
    expect(said).toEqual([['push', 'usb/E1', 2000, { temperature: 1.5, humidex: null }]]);
  });

  test('breaks the line when a device falls silent or goes', () => {
    feed.take([
      { name: 'device', data: { ...device, state: 'silent' } },
      { name: 'removed', data: { family: 'usb', serial: 'E1', reason: 'unplugged' } },
    ]);
    expect(said).toEqual([
      ['gap', 'usb/E1'],
      ['gap', 'usb/E1'],
    ]);
  });

  test('breaks all lines when the stream could not be resumed', () => {
    feed.take([{ name: 'readings', data: readings(device, { temperature: 1 }, 2000) }]);
    feed.take([{ name: 'reset', data: {} }]);
    expect(said.at(-1)).toEqual(['gap', 'usb/E1', true]);
  });

  test('begins with the present values, but never with old ones', () => {
    const silent = appDevice({ serial: 'E2', state: 'silent' });
    const starting = appDevice({ serial: 'E3', state: 'starting' });
    feed.load([device, silent, starting]);
    expect(said.map(([word, key, at]) => [word, key, at])).toEqual([['push', 'usb/E1', 1000]]);
  });

  test('a device that comes brings its present values along', () => {
    feed.take([
      { name: 'device', data: device },
      { name: 'device', data: appDevice({ serial: 'E3', state: 'starting' }) },
    ]);
    expect(said.map(([word, key, at]) => [word, key, at])).toEqual([['push', 'usb/E1', 1000]]);
  });
});
