import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlarmNotifications } from '../../electron/alarm-notifications.ts';
import type { DesktopNotification } from '../../electron/notifier.ts';
import type { Alarm, EntityChange } from '../../service/contract/index.ts';
import { Emitter } from '../../service/support/emitter.ts';
import { alarmOf, minutesAgo } from '../support/views/alarms.ts';

const shown: DesktopNotification[] = [];

function rig(standing: readonly Alarm[] = []) {
  const events = new Emitter<{ alarm: EntityChange<'alarm'> }>((error) => {
    throw error;
  });
  const open = vi.fn<(alarms: readonly Alarm[]) => void>();
  const notifications = new AlarmNotifications({
    alarms: { events, list: () => ({ alarms: standing }) },
    describe: ({ id }) => id,
    notifier: { show: (notice) => shown.push(notice) },
    open,
  });
  notifications.start();
  return {
    notifications,
    open,
    say: (alarm: Alarm) => events.emit('alarm', { key: alarm.id, value: alarm }),
    forget: (id: string) => events.emit('alarm', { key: id, value: null }),
  };
}

const texts = (): string[] => shown.map(({ title, body }) => `${title}: ${body}`);

describe('AlarmNotifications', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    shown.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  test('shows an alarm at once, once, and opens it', () => {
    const { notifications, say, open } = rig();
    say(alarmOf({ id: 'a1' }));
    expect(texts()).toEqual(['Alarm: a1']);
    say(alarmOf({ id: 'a1', peak: 50 }));
    say(alarmOf({ id: 'a1', acknowledged: minutesAgo(0) }));
    vi.advanceTimersByTime(60_000);
    expect(texts()).toHaveLength(1);
    shown[0]?.onClick();
    expect(open.mock.lastCall?.[0].map(({ id }) => id)).toEqual(['a1']);
    notifications.stop();
  });

  test('shows an alarm that repeats once', () => {
    const { notifications, say } = rig();
    for (let count = 1; count < 30; count += 1) {
      say(alarmOf({ id: 'a1', count }));
      say(alarmOf({ id: 'a1', count, ended: count < 3 ? minutesAgo(0) : null, flapping: count >= 3 }));
      vi.advanceTimersByTime(1000);
    }
    expect(texts()).toEqual(['Alarm: a1']);
    notifications.stop();
  });

  test('combines the alarms of 5 s and opens the page', () => {
    const { notifications, say, open } = rig();
    for (let index = 1; index <= 7; index += 1) say(alarmOf({ id: `a${index}` }));
    expect(texts()).toEqual(['Alarm: a1']);
    vi.advanceTimersByTime(5000);
    expect(texts().slice(1)).toEqual(['6 alarms: a2\na3\na4\n3 more']);
    shown[1]?.onClick();
    expect(open).toHaveBeenLastCalledWith([]);
    vi.advanceTimersByTime(60_000);
    expect(texts()).toHaveLength(2);
    notifications.stop();
  });

  test('ignores alarms from before a restart and cleared ones', () => {
    const { notifications, say } = rig([alarmOf({ id: 'a1' })]);
    say(alarmOf({ id: 'a1', peak: 50 }));
    say(alarmOf({ id: 'a2', ended: minutesAgo(0) }));
    expect(texts()).toEqual([]);
    notifications.stop();
  });

  test('shows an alarm again after it left the list', () => {
    const { notifications, say, forget } = rig();
    for (let index = 1; index <= 12; index += 1) {
      say(alarmOf({ id: `a${index}` }));
      forget(`a${index}`);
      vi.advanceTimersByTime(5000);
    }
    say(alarmOf({ id: 'a1' }));
    expect(texts().at(-1)).toBe('Alarm: a1');
    notifications.stop();
  });

  test('stops its timers and listeners', () => {
    const { notifications, say } = rig();
    say(alarmOf({ id: 'a1' }));
    say(alarmOf({ id: 'a2' }));
    notifications.stop();
    notifications.stop();
    say(alarmOf({ id: 'a3' }));
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['Alarm: a1']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
