import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DesktopNotification } from '../../electron/notifier.ts';
import { ProblemNotifications, type ProblemNotificationsOptions } from '../../electron/problem-notifications.ts';
import type { Problem } from '../../service/contract/index.ts';
import { Emitter } from '../../service/support/emitter.ts';

const HOUR_MS = 60 * 60 * 1000;

function problem(code: string, subject = ''): Problem {
  return { code, subject, text: `${code} ${subject}.`, remedy: 'Do this.', since: '' };
}

function rig(standing: readonly Problem[] = []) {
  const events: ProblemNotificationsOptions['registry']['events'] = new Emitter((error) => {
    throw error;
  });
  const shown: DesktopNotification[] = [];
  const options = {
    registry: { events, problems: () => [...standing] },
    notifier: { show: (notice: DesktopNotification) => shown.push(notice) },
    isWatched: vi.fn<() => boolean>(() => false),
    open: vi.fn<(route: string) => void>(),
    now: () => performance.now(),
  };
  const notifications = new ProblemNotifications(options);
  notifications.start();
  return { notifications, shown, options, raise: (one: Problem) => events.emit('problem', one) };
}

describe('ProblemNotifications', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('shows problems, also those open at the start, and opens their page', () => {
    const { notifications, shown, options, raise } = rig([problem('broker-refused', 'lab')]);
    expect(shown.map(({ body }) => body)).toEqual(['broker-refused lab.\nDo this.']);
    vi.advanceTimersByTime(5000);
    raise(problem('history-full'));
    shown.at(-1)?.onClick();
    expect(options.open).toHaveBeenLastCalledWith('/history');
    notifications.stop();
  });

  test('ignores problems of unplugged or silent devices', () => {
    const { notifications, shown, raise } = rig();
    for (const code of ['port-silent', 'usb-silent', 'port-missing', 'history-slow']) raise(problem(code));
    vi.advanceTimersByTime(HOUR_MS);
    expect(shown).toEqual([]);
    notifications.stop();
  });

  test('combines several problems, and repeats one at most once an hour', () => {
    const { notifications, shown, raise } = rig();
    for (let index = 0; index < 4; index += 1) raise(problem('broker-refused', `c${index}`));
    vi.advanceTimersByTime(5000);
    expect(shown.map(({ title }) => title)).toEqual(['Mensura needs attention', '3 problems need attention']);
    raise(problem('broker-refused', 'c0'));
    vi.advanceTimersByTime(60_000);
    expect(shown).toHaveLength(2);
    vi.advanceTimersByTime(HOUR_MS);
    raise(problem('broker-refused', 'c0'));
    expect(shown).toHaveLength(3);
    notifications.stop();
  });

  test('shows nothing while the window has the focus', () => {
    const { notifications, shown, options, raise } = rig();
    options.isWatched.mockReturnValue(true);
    raise(problem('history-full'));
    vi.advanceTimersByTime(60_000);
    expect(shown).toEqual([]);
    notifications.stop();
  });

  test('stops its timers and listeners', () => {
    const { notifications, shown, raise } = rig();
    raise(problem('history-full'));
    raise(problem('csv-log-failed'));
    notifications.stop();
    notifications.stop();
    raise(problem('outbox-unusable'));
    expect(vi.getTimerCount()).toBe(0);
    expect(shown).toHaveLength(1);
  });
});
