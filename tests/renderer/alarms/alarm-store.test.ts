import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlarmStore } from '../../../renderer/data/alarms/alarm-store.ts';
import { RuleStore } from '../../../renderer/data/alarms/rule-store.ts';
import type { StreamEvent } from '../../../renderer/data/stream/messages.ts';
import { StreamSnapshot } from '../../../renderer/data/stream/mirror.ts';
import type { Alarm } from '../../../service/contract/index.ts';
import { alarmOf, minutesAgo, ruleOf } from '../../support/views/alarms.ts';

const said = (alarm: Alarm): StreamEvent => ({ name: 'alarm', data: { id: alarm.id, alarm } });
const gone = (id: string): StreamEvent => ({ name: 'alarm', data: { id, alarm: null } });
const RESET: StreamEvent = { name: 'reset', data: {} };

describe('AlarmStore', () => {
  let store: AlarmStore;
  let begun: string[][];

  beforeEach(() => {
    vi.useFakeTimers();
    store = new AlarmStore({ nextFrame: (run) => run() });
    begun = [];
    store.onBegin((alarms) => begun.push(alarms.map(({ id }) => id)));
  });
  afterEach(() => vi.useRealTimers());

  const publish = (): void => void vi.advanceTimersByTime(1000);
  const ids = (): string[] => store.list.get().map(({ id }) => id);

  test('lists active alarms first, newest on top, acknowledged or not', () => {
    store.load([
      alarmOf({ id: 'over-old', since: minutesAgo(90), ended: minutesAgo(80) }),
      alarmOf({ id: 'seen', since: minutesAgo(5), acknowledged: minutesAgo(4) }),
      alarmOf({ id: 'old', since: minutesAgo(60) }),
      alarmOf({ id: 'over-new', since: minutesAgo(2), ended: minutesAgo(1) }),
    ]);
    expect(ids()).toEqual(['seen', 'old', 'over-new', 'over-old']);
  });

  test('groups active alarms by device, with the same array until one changes', () => {
    store.load([
      alarmOf({ id: 'a1' }),
      alarmOf({ id: 'b1', serial: 'E2' }),
      alarmOf({ id: 'x', ended: minutesAgo(0) }),
    ]);
    const before = store.activeOf('usb/E1');
    expect(before.map(({ id }) => id)).toEqual(['a1']);
    store.take([said(alarmOf({ id: 'b1', serial: 'E2', peak: 40 }))]);
    publish();
    expect(store.activeOf('usb/E1')).toBe(before);
    expect(store.activeOf('usb/E2')[0]?.peak).toBe(40);
    store.take([gone('a1')]);
    publish();
    expect(store.activeOf('usb/E1')).toEqual([]);
  });

  test('notifies once of all alarms raised together', () => {
    store.load([alarmOf({ id: 'a1' })]);
    vi.advanceTimersByTime(5000);
    store.take([said(alarmOf({ id: 'a1', peak: 50 })), said(alarmOf({ id: 'a2' })), said(alarmOf({ id: 'a3' }))]);
    publish();
    expect(begun).toEqual([['a2', 'a3']]);
    store.take([said(alarmOf({ id: 'a2', peak: 50 })), said(alarmOf({ id: 'a4', ended: minutesAgo(0) }))]);
    publish();
    expect(begun).toHaveLength(1);
  });

  test('does not notify of alarms that a restarted stream delivers', () => {
    store.load([]);
    vi.advanceTimersByTime(5000);
    store.take([RESET]);
    vi.advanceTimersByTime(1000);
    store.take([said(alarmOf({ id: 'a1' }))]);
    publish();
    expect(ids()).toEqual(['a1']);
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(5000);
    store.take([said(alarmOf({ id: 'a2' }))]);
    publish();
    expect(begun).toEqual([['a2']]);
  });

  test('keeps newer stream events when a response arrives', () => {
    const alarm = alarmOf({ id: 'a1' });
    const acknowledged = { ...alarm, acknowledged: minutesAgo(0) };
    store.load([alarm]);
    store.accept(acknowledged);
    expect(store.list.get()[0]?.acknowledged).toBe(acknowledged.acknowledged);
    store.take([said({ ...alarm, ended: minutesAgo(0), peak: 60 })]);
    publish();
    const before = store.departures.get();
    store.accept(acknowledged);
    expect(ids()).toEqual([]);
    expect(store.departures.get()).toBe(before + 1);
    store.accept(acknowledged);
    expect(ids()).toEqual([]);
  });
});

test('a window that joins later receives alarms and rules', () => {
  const mirror = new StreamSnapshot();
  const alarm = alarmOf({ id: 'a1' });
  const rule = ruleOf('r1');
  for (const event of [RESET, said(alarm), said(alarmOf({ id: 'a2' })), gone('a2')]) mirror.apply(event);
  mirror.apply({ name: 'alarm-rule', data: rule });
  mirror.apply({ name: 'alarm-rule', data: ruleOf('r2') });
  mirror.apply({ name: 'alarm-rule', data: { id: 'r2', rule: null } });
  expect([mirror.alarms, mirror.rules]).toEqual([[alarm], [rule]]);
  mirror.apply(RESET);
  expect([mirror.alarms, mirror.rules]).toEqual([[], []]);
});

test('rules are listed by serial number and channel; a deleted one stays available', () => {
  const store = new RuleStore({ nextFrame: (run) => run() });
  store.load([ruleOf('r1', { serial: 'E10' }), ruleOf('r2', { serial: 'E9' })]);
  expect(store.list.get().map(({ id }) => id)).toEqual(['r2', 'r1']);
  store.acceptRemoval('r1');
  expect(store.list.get().map(({ id }) => id)).toEqual(['r2']);
  expect(store.known.get().get('r1')?.gone).toBe(true);
  store.accept(ruleOf('r2', { serial: 'E9', upper: 5 }));
  expect(store.list.get()[0]?.rule.upper).toBe(5);
});
