import { describe, expect, test } from 'vitest';
import { isModHeld, keyCap, OPENING, SHORTCUTS } from '../../../renderer/app/shortcuts/shortcuts.ts';
import { commandFor } from '../../../renderer/features/charts/view/commands.ts';
import { CHART_KEYS } from '../../../renderer/features/charts/view/keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe('shortcuts', () => {
  test('the palette opens with Ctrl or Cmd and K, whatever Caps Lock says, and with nothing beside', () => {
    const opened = (event: ReturnType<typeof press>) => OPENING.find(({ matches }) => matches(event))?.opens;
    expect(opened(press('k', { ctrlKey: true }))).toBe('palette');
    expect(opened(press('K', { metaKey: true }))).toBe('palette');
    expect(opened(press('k'))).toBeUndefined();
    expect(opened(press('k', { ctrlKey: true, altKey: true }))).toBeUndefined();
    expect(opened(press('?', { shiftKey: true }))).toBe('shortcuts');
    expect(opened(press('?', { ctrlKey: true }))).toBeUndefined();
  });

  test('every key that the charts obey stands in the list, and every key in the list is obeyed', () => {
    for (const { each, caps } of CHART_KEYS) {
      expect(caps.length).toBeGreaterThan(0);
      for (const { keys } of each) for (const key of keys) expect(commandFor(press(key)), key).toBeDefined();
    }
    const listed = SHORTCUTS.find(({ title }) => title.startsWith('Charts'))?.shortcuts;
    expect(listed?.map(({ keys }) => keys.flat())).toEqual(CHART_KEYS.map(({ caps }) => caps));
    expect(commandFor(press('t', { ctrlKey: true }))).toBeUndefined();
    expect(commandFor(press('x'))).toBeUndefined();
  });

  test('no key of the charts stands for two things', () => {
    const keys = CHART_KEYS.flatMap(({ each }) => each.flatMap((one) => one.keys));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('Mod with the mouse is Cmd on a Mac, where Ctrl and a click open a menu, and Ctrl elsewhere', () => {
    const [ctrl, cmd] = [press('', { ctrlKey: true }), press('', { metaKey: true })];
    expect([isModHeld(ctrl, false), isModHeld(cmd, false)]).toEqual([true, false]);
    expect([isModHeld(ctrl, true), isModHeld(cmd, true)]).toEqual([false, true]);
  });

  test('each keyboard is called by its own names', () => {
    expect([keyCap('Mod', true), keyCap('Mod', false), keyCap('K', true)]).toEqual(['⌘', 'Ctrl', 'K']);
  });
});
