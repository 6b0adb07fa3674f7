import { describe, expect, test } from 'vitest';
import { appArguments, extractLaunchOptions, isRuntimeSwitch, parseLaunchOptions } from '../../electron/arguments.ts';

describe('ownWords', () => {
  test('returns everything after the program in a packaged app', () => {
    expect(appArguments(['/opt/mensura', '--port', '0'], false)).toEqual(['--port', '0']);
  });

  test('returns everything after the path of the app in an unpackaged app', () => {
    expect(appArguments(['electron', '--inspect=0', '/app', '--port', '0'], true)).toEqual(['--port', '0']);
  });

  test('returns nothing without an app', () => {
    expect(appArguments(['electron', '--inspect=0'], true)).toEqual([]);
  });
});

describe('isRuntimeSwitch', () => {
  test('accepts switches with and without a value', () => {
    expect(isRuntimeSwitch('--ozone-platform=wayland')).toBe(true);
    expect(isRuntimeSwitch('--disable-gpu')).toBe(true);
  });

  test('rejects other switches', () => {
    expect(isRuntimeSwitch('--prot')).toBe(false);
    expect(isRuntimeSwitch('--no-sandboxes')).toBe(false);
  });
});

describe('takeWindowWishes', () => {
  test('takes the flags of the window and leaves the others', () => {
    expect(extractLaunchOptions(['--port', '0', '--hidden', '--page=/alarms', '--simulate'])).toEqual({
      isHidden: true,
      route: '/alarms',
      rest: ['--port', '0', '--simulate'],
    });
    expect(extractLaunchOptions(['--page', '/devices/usb/E%201'])).toMatchObject({
      route: '/devices/usb/E%201',
      rest: [],
    });
    expect(extractLaunchOptions([])).toEqual({ isHidden: false, route: undefined, rest: [] });
  });

  test.each([['--page'], ['--page=alarms'], ['--page', '/a b'], [`--page=/${'a'.repeat(3000)}`]])(
    'rejects an invalid page path: %s',
    (...words) => {
      expect(() => extractLaunchOptions(words)).toThrow(/^--page: must be a page path such as \/alarms, got "/);
    },
  );
});

describe('wishesOf', () => {
  test('accepts only valid options from another process', () => {
    expect(parseLaunchOptions({ isHidden: true, route: '/alarms' })).toEqual({ isHidden: true, route: '/alarms' });
    for (const data of [undefined, null, 'x', [], { isHidden: 1, route: 'javascript:alert(1)' }]) {
      expect(parseLaunchOptions(data)).toEqual({ isHidden: false, route: undefined });
    }
  });
});
