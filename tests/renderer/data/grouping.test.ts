import { describe, expect, test } from 'vitest';
import { groupDevices, matchesSearch } from '../../../renderer/data/devices/grouping.ts';
import { computedDevice } from '../../support/views/computed.ts';
import { appDevice } from '../../support/views/devices.ts';

describe('groupDevices', () => {
  test('direct ones first by serial, then each gateway by node', () => {
    const records = [
      appDevice({ serial: 'E30112', node: 4 }),
      appDevice({ serial: 'E9' }),
      appDevice({ serial: 'E18890', node: 1 }),
      appDevice({ serial: 'E10', alias: 'A' }),
      appDevice({ serial: 'E7', node: 2, gateway: 'MS0123456789' }),
    ].map((device) => ({ device }));
    const shown = groupDevices(records).map(({ title, items }) => [title, items.map(({ device }) => device.serial)]);
    expect(shown).toEqual([
      ['This computer', ['E9', 'E10']],
      ['Gateway G00033', ['E18890', 'E30112']],
      ['Mensura MS0123456789', ['E7']],
    ]);
  });

  test('computed channels come last under their own heading, by name', () => {
    const records = [
      computedDevice('c1', { name: 'Margin', unit: 'K' }, 1),
      computedDevice('c2', { name: 'Average', unit: 'K' }, 1),
      appDevice({ serial: 'E9' }),
      appDevice({ serial: 'E30112', node: 4 }),
    ].map((device) => ({ device }));
    const shown = groupDevices(records).map(({ key, title, items }) => [
      key,
      title,
      items.map(({ device }) => device.serial),
    ]);
    expect(shown).toEqual([
      ['gateway ', 'This computer', ['E9']],
      ['gateway G00033', 'Gateway G00033', ['E30112']],
      ['computed', 'Computed channels', ['c2', 'c1']],
    ]);
  });

  test('a gateway is called as the user calls it, and keeps its place', () => {
    const names = new Map([['G00033', 'Zoo']]);
    const records = [
      appDevice({ serial: 'E30112', node: 4 }),
      appDevice({ serial: 'E7', node: 2, gateway: 'MS0123456789' }),
    ].map((device) => ({ device }));
    expect(groupDevices(records, names).map(({ title }) => title)).toEqual(['Zoo · G00033', 'Mensura MS0123456789']);
  });
});

describe('matchesSearch', () => {
  const device = appDevice({ serial: 'E24638', alias: 'Climate chamber 2' });

  test.each(['climate', 'e246', 'PTH450', 'dew', 'dew_point', 'ttyACM0', 'chamber 24638'])(
    'finds it by "%s"',
    (text) => {
      expect(matchesSearch(device, text)).toBe(true);
    },
  );

  test('finds what is behind a gateway by the name the user gave that', () => {
    const behind = appDevice({ serial: 'E30112', node: 4 });
    expect(matchesSearch(behind, 'zoo', new Map([['G00033', 'Zoo']]))).toBe(true);
    expect(matchesSearch(behind, 'zoo')).toBe(false);
  });

  test.each(['behind the door', 'probe 7', '%rh', 'dracal', 'chamber kPa'])(
    'finds notes, units and vendors: "%s"',
    (text) => {
      const noted = {
        ...device,
        note: 'Behind the door.',
        channel_names: { temperature: { alias: '', note: 'Probe 7' } },
      };
      expect(matchesSearch(noted, text)).toBe(true);
    },
  );

  test('finds groups and favorites', () => {
    const grouped = { ...device, group: 'Cold store', favorite: true };
    for (const text of ['cold', 'favorite', 'climate cold store']) expect(matchesSearch(grouped, text)).toBe(true);
    for (const text of ['cold', 'favorite']) expect(matchesSearch(device, text)).toBe(false);
  });

  test('finds disconnected devices', () => {
    expect(matchesSearch({ ...device, connected: false }, 'disconnected')).toBe(true);
    expect(matchesSearch(device, 'disconnected')).toBe(false);
  });

  test.each(['oven', 'climate oven', 'co2'])('does not find it by "%s"', (text) => {
    expect(matchesSearch(device, text)).toBe(false);
  });
});
