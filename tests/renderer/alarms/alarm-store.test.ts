import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlarmStore } from '../../../renderer/data/alarms/alarm-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { Alarm, StreamEvent } from '../../../service/contract/index.ts';
import { alarmOf, minutesAgo } from '../../support/views/alarms.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';

const said = (alarm: Alarm): StreamEvent => changed('alarm', alarm);
const gone = (id: string): StreamEvent => removed('alarm', id);

describe('AlarmStore', () => {
  let mirror: EntityMirror;
  let store: AlarmStore;
  let begun: string[][];

  beforeEach(() => {
    vi.useFakeTimers();
    mirror = new EntityMirror();
    store = new AlarmStore(mirror, { nextFrame: (run) => run() });
    begun = [];
    store.onRaise((alarms) => begun.push(alarms.map(({ id }) => id)));
  });
  afterEach(() => vi.useRealTimers());

  const take = (events: readonly StreamEvent[]): void => {
    for (const event of events) mirror.apply(event);
  };
  const load = (alarms: readonly Alarm[]): void => {
    take([RESET, ...alarms.map(said)]);
    store.show();
  };
  const publish = (): void => void vi.advanceTimersByTime(1000);
  const ids = (): string[] => store.list.get().map(({ id }) => id);

  test('lists active alarms first, newest on top, acknowledged or not', () => {
    load([
      alarmOf({ id: 'over-old', since: minutesAgo(90), ended: minutesAgo(80) }),
      alarmOf({ id: 'seen', since: minutesAgo(5), acknowledged: minutesAgo(4) }),
      alarmOf({ id: 'old', since: minutesAgo(60) }),
      alarmOf({ id: 'over-new', since: minutesAgo(2), ended: minutesAgo(1) }),
    ]);
    expect(ids()).toEqual(['seen', 'old', 'over-new', 'over-old']);
  });

  test('groups active alarms by device, with the same array until one changes', () => {
    load([alarmOf({ id: 'a1' }), alarmOf({ id: 'b1', serial: 'E2' }), alarmOf({ id: 'x', ended: minutesAgo(0) })]);
    const before = store.activeOf('usb/E1');
    expect(before.map(({ id }) => id)).toEqual(['a1']);
    take([said(alarmOf({ id: 'b1', serial: 'E2', peak: 40 }))]);
    publish();
    expect(store.activeOf('usb/E1')).toBe(before);
    expect(store.activeOf('usb/E2')[0]?.peak).toBe(40);
    take([gone('a1')]);
    publish();
    expect(store.activeOf('usb/E1')).toEqual([]);
  });

  test('notifies once of all alarms raised together', () => {
    load([alarmOf({ id: 'a1' })]);
    vi.advanceTimersByTime(5000);
    take([said(alarmOf({ id: 'a1', peak: 50 })), said(alarmOf({ id: 'a2' })), said(alarmOf({ id: 'a3' }))]);
    publish();
    expect(begun).toEqual([['a2', 'a3']]);
    take([said(alarmOf({ id: 'a2', peak: 50 })), said(alarmOf({ id: 'a4', ended: minutesAgo(0) }))]);
    publish();
    expect(begun).toHaveLength(1);
  });

  test('does not notify of alarms that a restarted stream delivers', () => {
    load([]);
    vi.advanceTimersByTime(5000);
    take([RESET]);
    vi.advanceTimersByTime(1000);
    take([said(alarmOf({ id: 'a1' }))]);
    publish();
    expect(ids()).toEqual(['a1']);
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(5000);
    take([said(alarmOf({ id: 'a2' }))]);
    publish();
    expect(begun).toEqual([['a2']]);
  });

  test('keeps newer stream events when a response arrives', () => {
    const alarm = alarmOf({ id: 'a1' });
    const acknowledged = { ...alarm, acknowledged: minutesAgo(0), acknowledged_by: 'Ann', acknowledgment_comment: 'x' };
    load([alarm]);
    store.accept(acknowledged);
    expect(store.list.get()[0]).toEqual(acknowledged);
    take([said({ ...alarm, ended: minutesAgo(0), peak: 60 })]);
    publish();
    const before = store.departures.get();
    store.accept(acknowledged);
    expect(ids()).toEqual([]);
    expect(store.departures.get()).toBe(before + 1);
    store.accept(acknowledged);
    expect(ids()).toEqual([]);
  });
});
