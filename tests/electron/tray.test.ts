import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TrayOptions } from '../../electron/tray.ts';
import type { Alarm, EntityChange } from '../../service/contract/index.ts';
import { Emitter } from '../../service/support/emitter.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { alarmOf } from '../support/views/alarms.ts';

interface MenuItem {
  label?: string;
  checked?: boolean;
  click?: (item: { checked: boolean }) => void;
}

/** The calls to the icon, in order; `fails` makes the desktop refuse icons. */
const desktop = vi.hoisted(() => ({ fails: false, done: [] as string[], menu: [] as MenuItem[] }));

vi.mock('electron', () => ({
  nativeImage: { createFromPath: (path: string) => path },
  Menu: { buildFromTemplate: (items: MenuItem[]) => items },
  Tray: class {
    constructor() {
      if (desktop.fails) throw new Error('no tray');
    }
    on(): void {}
    setImage(path: string): void {
      desktop.done.push(path);
    }
    setToolTip(text: string): void {
      desktop.done.push(text);
    }
    setContextMenu(menu: MenuItem[]): void {
      desktop.menu = menu;
    }
    destroy(): void {
      desktop.done.push('destroyed');
    }
  },
}));

const { StatusTray } = await import('../../electron/tray.ts');

function rig() {
  const events: TrayOptions['registry']['events'] = new Emitter((error) => {
    throw error;
  });
  const alarmEvents: TrayOptions['alarms']['events'] & Emitter<{ alarm: EntityChange<'alarm'> }> = new Emitter(
    (error) => {
      throw error;
    },
  );
  const alarms: Alarm[] = [];
  const devices: { state: string }[] = [];
  const options = {
    registry: { events, all: () => devices, problems: () => [] },
    alarms: { events: alarmEvents, list: () => ({ alarms }) },
    describeAlarm: ({ id }: Alarm) => `Alarm ${id}`,
    openAlarm: vi.fn<(alarm: Alarm) => void>(),
    pinned: vi.fn<TrayOptions['pinned']>(() => []),
    openPinned: vi.fn<TrayOptions['openPinned']>(),
    iconDir: '/icons',
    logger: silentLogger,
    openWindow: () => {},
    copyAddress: () => {},
    keepsRunning: vi.fn<() => boolean>(() => true),
    setKeepRunning: vi.fn<(keep: boolean) => void>(),
    quit: () => {},
  };
  const tray = new StatusTray(options as unknown as TrayOptions);
  const putAlarm = (alarm: Alarm): void => {
    alarms.unshift(alarm);
    alarmEvents.emit('alarm', { key: alarm.id, value: alarm });
  };
  return { tray, devices, alarms, options, putAlarm, changed: () => events.emit('readings', {} as never) };
}

describe('StatusTray', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(desktop, { fails: false, done: [], menu: [] });
  });
  afterEach(() => vi.useRealTimers());

  test('updates at most once a second, and only after a change', () => {
    const { tray, devices, changed } = rig();
    tray.start();
    expect(desktop.done.at(-1)).toBe('Mensura: No devices');
    desktop.done.length = 0;
    for (let count = 1; count <= 20; count += 1) {
      devices.push({ state: 'measuring' });
      changed();
    }
    expect(desktop.done).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(desktop.done.at(-1)).toBe('Mensura: Reading 20 devices');
    expect(desktop.done[0]).toContain('tray-measuring');
    desktop.done.length = 0;
    changed();
    vi.advanceTimersByTime(5000);
    expect(desktop.done).toEqual([]);
    tray.stop();
  });

  test('shows alarms first, lists them in the menu, and opens them', () => {
    const { tray, options, putAlarm } = rig();
    tray.start();
    for (const id of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) putAlarm(alarmOf({ id }));
    vi.advanceTimersByTime(1000);
    expect(desktop.done.at(-1)).toBe('Mensura: 6 alarms. No devices');
    expect(desktop.done.at(-2)).toContain('tray-alarm');
    const named = desktop.menu.filter(({ label }) => label?.startsWith('Alarm '));
    expect(named.map(({ label }) => label)).toEqual(['Alarm a6', 'Alarm a5', 'Alarm a4', 'Alarm a3', 'Alarm a2']);
    named[1]?.click?.({ checked: false });
    expect(options.openAlarm.mock.lastCall?.[0]).toMatchObject({ id: 'a5' });
    tray.stop();
  });

  test('ignores a new peak of an alarm', () => {
    const { tray, alarms, putAlarm } = rig();
    tray.start();
    putAlarm(alarmOf({ id: 'a1' }));
    vi.advanceTimersByTime(1000);
    desktop.done.length = 0;
    alarms.length = 0;
    putAlarm(alarmOf({ id: 'a1', peak: 99 }));
    vi.advanceTimersByTime(5000);
    expect(desktop.done).toEqual([]);
    tray.stop();
  });

  test('shows pinned values in the menu, the first three in the tool tip, and opens them', () => {
    const { tray, options, changed } = rig();
    const pinned = (line: string) => ({ channel: { family: 'usb' as const, serial: 'E1', channel: line }, line });
    options.pinned.mockReturnValue(['A & B: 1 °C', 'B: 2 °C', 'C: 3 °C', 'D: No data'].map(pinned));
    tray.start();
    expect(desktop.done.at(-1)).toBe('Mensura: No devices\nA & B: 1 °C\nB: 2 °C\nC: 3 °C');
    const labels = (): (string | undefined)[] => desktop.menu.map(({ label }) => label);
    expect(labels()).toEqual(expect.arrayContaining(['A && B: 1 °C', 'D: No data']));
    desktop.menu.find(({ label }) => label === 'B: 2 °C')?.click?.({ checked: false });
    expect(options.openPinned.mock.lastCall?.[0].channel.channel).toBe('B: 2 °C');
    options.pinned.mockReturnValue([pinned(`${'long '.repeat(40)}: 1 °C`)]);
    changed();
    changed();
    vi.advanceTimersByTime(1000);
    expect(desktop.done.at(-1)?.length).toBe(127);
    tray.stop();
  });

  test('changes the setting', () => {
    const { tray, options } = rig();
    tray.start();
    const item = desktop.menu.find(({ label }) => label?.startsWith('Keep running'));
    expect(item?.checked).toBe(true);
    item?.click?.({ checked: false });
    expect(options.setKeepRunning).toHaveBeenCalledWith(false);
    options.keepsRunning.mockReturnValue(false);
    tray.refresh();
    vi.advanceTimersByTime(1000);
    expect(desktop.menu.find(({ label }) => label?.startsWith('Keep running'))?.checked).toBe(false);
    tray.stop();
  });

  test('runs without an icon if the desktop refuses it', () => {
    desktop.fails = true;
    const { tray, changed } = rig();
    tray.start();
    changed();
    tray.stop();
    expect(desktop.done).toEqual([]);
  });

  test('stops its timers and listeners', () => {
    const { tray, changed, putAlarm } = rig();
    tray.start();
    tray.stop();
    tray.stop();
    changed();
    putAlarm(alarmOf({ id: 'a1' }));
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(desktop.done.filter((text) => text === 'destroyed')).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
