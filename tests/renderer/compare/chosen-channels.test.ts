import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_SELECTED_CHANNELS, SelectedChannels } from '../../../renderer/data/compare/selected-channels.ts';

const storage = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
});
afterEach(() => {
  storage.clear();
  vi.unstubAllGlobals();
});

const channel = (serial: string) => ({ family: 'usb', serial, channel: 'temperature' }) as const;

test('a channel can be selected and deselected; the others keep their order', () => {
  const chosen = new SelectedChannels();
  for (const serial of ['E1', 'E 2', 'E3', 'E1']) chosen.toggle(channel(serial));
  expect(chosen.list.get()).toEqual([channel('E 2'), channel('E3')]);
});

test('the selection is remembered, with any characters in a serial number', () => {
  const chosen = new SelectedChannels();
  for (const serial of ['E/1 ä', 'E2']) chosen.toggle(channel(serial));
  expect(new SelectedChannels().list.get()).toEqual([channel('E/1 ä'), channel('E2')]);
  chosen.clear();
  expect(new SelectedChannels().list.get()).toEqual([]);
});

test('invalid remembered entries are skipped', () => {
  storage.set('mensura.compared-channels', 'usb/E1/temperature nonsense usb/%E0%A4%A/x usb/E1/temperature');
  expect(new SelectedChannels().list.get()).toEqual([channel('E1')]);
});

test('a selection beyond the maximum changes nothing', () => {
  const chosen = new SelectedChannels();
  for (let index = 0; index <= MAX_SELECTED_CHANNELS; index += 1) chosen.toggle(channel(`E${index}`));
  expect(chosen.list.get()).toHaveLength(MAX_SELECTED_CHANNELS);
  expect(chosen.list.get()).not.toContainEqual(channel(`E${MAX_SELECTED_CHANNELS}`));
});

test('fifty channels can be compared, and all survive a reload', () => {
  const chosen = new SelectedChannels();
  const all = Array.from({ length: 60 }, (_, index) => channel(`E${index}`));
  chosen.toggle(channel('E7'));
  chosen.add(all);
  expect(chosen.list.get()).toHaveLength(50);
  expect(chosen.list.get().slice(0, 2)).toEqual([channel('E7'), channel('E0')]);
  expect(new SelectedChannels().list.get()).toEqual(chosen.list.get());
  chosen.remove(all.slice(1));
  expect(chosen.list.get()).toEqual([channel('E0')]);
});
