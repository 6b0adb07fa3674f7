import { expect, test } from 'vitest';
import { searchChannels, selectableChannels } from '../../../renderer/data/compare/selectable-channels.ts';
import {
  channelsToShow,
  compareChannels,
  groupsNotKnown,
  stylesByPath,
} from '../../../renderer/features/compare/compare-channels.ts';
import type { StoredChannel } from '../../../service/contract/index.ts';
import { computedDevice } from '../../support/views/computed.ts';
import { appDevice } from '../../support/views/devices.ts';

const KITCHEN = appDevice({
  serial: 'E1',
  alias: 'Kitchen',
  channels: {
    temperature: { unit: '°C', description: 'Temperature', value: 20 },
    relative_humidity: { unit: '%rh', description: 'Relative humidity', value: 50 },
  },
});
const CELLAR = appDevice({
  serial: 'E2',
  name: 'VCP-RTD300-CAL',
  channels: { temperature: { unit: '°C', description: 'Temperature', value: 12 } },
});

function stored(serial: string, channel: string): StoredChannel {
  const when = '2026-01-01T00:00:00.000Z';
  const about = { unit: '°C', description: 'Temperature', label: '', product: 'VCP-TMC100', first: when, last: when };
  return { family: 'usb', serial, channel, ...about };
}

const GROUPS = selectableChannels([KITCHEN, CELLAR], [stored('E1', 'temperature'), stored('E9', 'temperature')]);

test('lists connected devices first, then disconnected ones with stored readings, each once', () => {
  expect(GROUPS.map(({ device, serial, attached, channels }) => [device, serial, attached, channels.length])).toEqual([
    ['Kitchen', 'E1', true, 2],
    ['VCP-RTD300-CAL', 'E2', true, 1],
    ['VCP-TMC100', 'E9', false, 1],
  ]);
});

test('marks the channels of a remembered device as those of a disconnected one', () => {
  const [kitchen, cellar] = selectableChannels([{ ...KITCHEN, connected: false }, CELLAR], []);
  expect([kitchen?.attached, cellar?.attached]).toEqual([false, true]);
});

test('lists a former channel under its connected device', () => {
  const [kitchen] = selectableChannels([KITCHEN], [stored('E1', 'dew_point')]);
  expect(kitchen?.channels.map(({ ref, attached }) => [ref.channel, attached])).toEqual([
    ['temperature', true],
    ['relative_humidity', true],
    ['dew_point', false],
  ]);
});

test('puts all computed channels into one group, with their decimals and without their IDs', () => {
  const computed = ['c1', 'c2'].map((id) => computedDevice(id, { name: `Margin ${id}`, unit: 'K' }, 1));
  const groups = selectableChannels([...computed, CELLAR], [], ({ serial }) => (serial === 'c2' ? 4 : undefined));
  expect(groups.map(({ key, device, serial, channels }) => [key, device, serial, channels.length])).toEqual([
    ['usb/E2', 'VCP-RTD300-CAL', 'E2', 1],
    ['computed', 'Computed', '', 2],
  ]);
  expect(groups[1]?.channels.map(({ path, name, decimals }) => [path, name, decimals])).toEqual([
    ['computed/c1/value', 'Margin c1', undefined],
    ['computed/c2/value', 'Margin c2', 4],
  ]);
  const drawn = compareChannels(groups.flatMap(({ channels }) => channels));
  expect(drawn.map(({ description, device, decimals }) => [description, device, decimals])).toEqual([
    ['Temperature', 'VCP-RTD300-CAL', undefined],
    ['Margin c1', 'Computed', undefined],
    ['Margin c2', 'Computed', 4],
  ]);
});

test('matches every word of a search in channel, device, serial number or unit', () => {
  const found = (search: string): string[] =>
    searchChannels(GROUPS, search).flatMap(({ channels }) => channels.map(({ path }) => path));
  expect(found('kitchen hum')).toEqual(['usb/E1/relative_humidity']);
  expect(found('e9')).toEqual(['usb/E9/temperature']);
  expect(found('TEMPERATURE')).toEqual(['usb/E1/temperature', 'usb/E2/temperature', 'usb/E9/temperature']);
  expect(found('pressure')).toEqual([]);
  expect(found('  ')).toHaveLength(4);
});

test('keeps the order of selection; an unavailable channel has its contract name', () => {
  const chosen = [
    { family: 'usb', serial: 'E2', channel: 'temperature' },
    { family: 'gateway', serial: 'E7', channel: 'co2' },
    { family: 'usb', serial: 'E1', channel: 'temperature' },
  ] as const;
  const shown = channelsToShow(chosen, GROUPS);
  expect(shown.map(({ name, device, unit }) => [name, device, unit])).toEqual([
    ['Temperature', 'VCP-RTD300-CAL', '°C'],
    ['co2', 'E7', ''],
    ['Temperature', 'Kitchen', '°C'],
  ]);
  expect(
    groupsNotKnown(shown, GROUPS).map(({ serial, channels }) => [serial, channels.map(({ path }) => path)]),
  ).toEqual([['E7', ['gateway/E7/co2']]]);
});

test('the list has the line style of each selected channel', () => {
  const shown = GROUPS.flatMap(({ channels }) => channels);
  const drawn = compareChannels(shown).map(({ color, dash }) => ({ color, dash }));
  const looks = stylesByPath(shown);
  expect(shown.map(({ path }) => looks.get(path))).toMatchObject(drawn);
});

test('lines of one unit differ, and name their device if there are several', () => {
  const [kitchen, cellar] = GROUPS.flatMap(({ channels }) => channels).filter(
    ({ ref }) => ref.channel === 'temperature' && ref.serial !== 'E9',
  );
  if (!kitchen || !cellar) throw new Error('Two temperatures were expected.');
  const [one, other] = compareChannels([kitchen, cellar]);
  expect([one?.device, other?.device]).toEqual(['Kitchen', 'VCP-RTD300-CAL']);
  expect(one?.color).not.toBe(other?.color);
  expect(one?.dash).not.toEqual(other?.dash);
  expect(compareChannels([kitchen])[0]?.device).toBeUndefined();
});

test('serial numbers distinguish devices of the same name', () => {
  const twins = selectableChannels([appDevice({ serial: 'E3' }), appDevice({ serial: 'E4' })], []).flatMap(
    ({ channels }) => channels.slice(0, 1),
  );
  expect(compareChannels(twins).map(({ device }) => device)).toEqual(['VCP-PTH450-CAL E3', 'VCP-PTH450-CAL E4']);
});
