/** Settings that are changed from several places, each of which knows a part of a list. */
import { beforeEach, expect, test } from 'vitest';
import { RequestError } from '../../../renderer/data/requests.ts';
import { SettingsStore, withPinToggled } from '../../../renderer/data/settings/settings-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { Settings, SettingsPatch } from '../../../service/contract/index.ts';
import { changed } from '../../support/views/entities.ts';

const SETTINGS = { pinned_channels: ['usb/E1/a'], display_units: {} } as unknown as Settings;

let sent: SettingsPatch[];
let answers: PromiseWithResolvers<void>[];
let mirror: EntityMirror;
let store: SettingsStore;

beforeEach(() => {
  sent = [];
  answers = [];
  mirror = new EntityMirror();
  store = new SettingsStore(mirror, async (patch) => {
    sent.push(patch);
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    await answer.promise;
    return { ...SETTINGS, pinned_channels: patch.pinned_channels ?? [] };
  });
  store.set(SETTINGS);
});

const toggle = (path: string): Promise<Settings> =>
  store.change(({ pinned_channels: pinned }) => ({ pinned_channels: withPinToggled(pinned, path) }));

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('are changed one after the other: of two quick pins none undoes the other', async () => {
  const both = Promise.all([toggle('usb/E1/b'), toggle('usb/E1/c')]);
  await settle();
  expect(sent).toEqual([{ pinned_channels: ['usb/E1/a', 'usb/E1/b'] }]);
  answers[0]?.resolve();
  await settle();
  answers[1]?.resolve();
  await both;
  expect(sent[1]).toEqual({ pinned_channels: ['usb/E1/a', 'usb/E1/b', 'usb/E1/c'] });
  expect(store.all.get()?.pinned_channels).toEqual(['usb/E1/a', 'usb/E1/b', 'usb/E1/c']);
});

test('are changed from what the stream told last', async () => {
  mirror.apply(changed('settings', { ...SETTINGS, pinned_channels: [] }));
  void toggle('usb/E1/b');
  await settle();
  expect(sent).toEqual([{ pinned_channels: ['usb/E1/b'] }]);
});

test('go on after a change that was refused, which changes nothing', async () => {
  const refused = toggle('usb/E1/b');
  const taken = toggle('usb/E1/c');
  await settle();
  answers[0]?.reject(new RequestError('The disk could not be written.'));
  await expect(refused).rejects.toThrow('The disk could not be written.');
  await settle();
  answers[1]?.resolve();
  expect((await taken).pinned_channels).toEqual(['usb/E1/a', 'usb/E1/c']);
});

test('are not changed while they are not known', async () => {
  const unknown = new SettingsStore(new EntityMirror(), () => Promise.reject(new Error('Nothing may be sent.')));
  await expect(unknown.change(() => ({ pinned_channels: [] }))).rejects.toThrow('Settings are still loading.');
});
