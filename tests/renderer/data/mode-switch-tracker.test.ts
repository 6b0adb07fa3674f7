import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ModeSwitchEvent, ModeSwitchTracker } from '../../../renderer/data/devices/mode-switch-tracker.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { ProtocolName, StreamEvent } from '../../../service/contract/index.ts';
import { appDevice } from '../../support/views/devices.ts';
import * as entities from '../../support/views/entities.ts';

const { RESET } = entities;
const PATIENCE_MS = 20_000;
const KEY = 'usb/E1';
const inUsb = appDevice({ serial: 'E1', mode: 'usb' });
const inVcp = appDevice({ serial: 'E1', mode: 'vcp' });

const said = (mode: ProtocolName, serial = 'E1'): StreamEvent =>
  entities.changed('device', appDevice({ serial, mode }));
const removed = (serial = 'E1'): StreamEvent => entities.removed('device', `usb/${serial}`, 'it restarts');

describe('ModeSwitches', () => {
  let mirror: EntityMirror;
  let switches: ModeSwitchTracker;
  let news: ModeSwitchEvent[];
  let answer: PromiseWithResolvers<unknown>;

  beforeEach(() => {
    vi.useFakeTimers();
    news = [];
    answer = Promise.withResolvers();
    mirror = new EntityMirror();
    switches = new ModeSwitchTracker(mirror, { request: () => answer.promise });
    switches.listen((one) => news.push(one));
  });

  afterEach(() => {
    switches.stop();
    vi.useRealTimers();
  });

  const take = (events: readonly StreamEvent[]): void => {
    for (const event of events) mirror.apply(event);
  };
  const phase = (key = KEY): string | undefined => switches.all.get().get(key)?.phase;
  const outcomes = (): string[] => news.map(({ serial, outcome }) => `${serial} ${outcome}`);

  /** Has the instrument told. */
  async function told(device = inUsb, wanted: ProtocolName = 'vcp'): Promise<void> {
    answer.resolve({ protocol: wanted });
    await switches.begin(device, wanted);
  }

  test('follows an instrument through its restart, and tells once when it is back', async () => {
    const begun = switches.begin(inUsb, 'vcp');
    expect(phase()).toBe('asking');
    answer.resolve({});
    await begun;
    expect(phase()).toBe('restarting');
    take([removed()]);
    expect(phase()).toBe('restarting');
    take([said('vcp')]);
    expect(phase()).toBeUndefined();
    expect(news).toEqual([{ family: 'usb', serial: 'E1', wanted: 'vcp', outcome: 'done' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('asks for what is wanted, of the instrument alone', async () => {
    const request = vi.fn<() => Promise<unknown>>().mockResolvedValue({});
    switches = new ModeSwitchTracker(mirror, { request });
    await switches.begin(inVcp, 'usb');
    expect(request).toHaveBeenCalledExactlyOnceWith({ family: 'usb', serial: 'E1' }, 'usb');
  });

  test('a refusal is passed on, and nothing is followed', async () => {
    const refusal = new Error('It is held.');
    answer.reject(refusal);
    await expect(switches.begin(inUsb, 'vcp')).rejects.toBe(refusal);
    expect(switches.all.get().size).toBe(0);
    take([removed(), said('vcp')]);
    expect(news).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the stream may be faster than the answer', async () => {
    const begun = switches.begin(inUsb, 'vcp');
    take([removed(), said('vcp')]);
    expect(phase()).toBe('asking');
    answer.resolve({});
    await begun;
    expect(phase()).toBeUndefined();
    expect(outcomes()).toEqual(['E1 done']);
  });

  test('one that is described again before it restarts is not taken for back', async () => {
    await told();
    take([said('usb')]);
    expect(phase()).toBe('restarting');
  });

  test('one that comes back in its old mode did not take it; one that comes around later is told of', async () => {
    await told();
    take([removed(), said('usb')]);
    expect(phase()).toBe('unchanged');
    take([removed(), said('usb')]);
    expect(outcomes()).toEqual(['E1 unchanged']);
    take([removed(), said('vcp')]);
    expect(outcomes()).toEqual(['E1 unchanged', 'E1 done']);
  });

  test('one that does not come back in time is overdue, not a moment earlier, and may come back yet', async () => {
    await told();
    take([removed()]);
    vi.advanceTimersByTime(PATIENCE_MS - 1);
    expect(phase()).toBe('restarting');
    vi.advanceTimersByTime(1);
    expect(phase()).toBe('overdue');
    expect(outcomes()).toEqual(['E1 overdue']);
    take([said('vcp')]);
    expect(phase()).toBeUndefined();
    expect(outcomes()).toEqual(['E1 overdue', 'E1 done']);
  });

  test('one that is overdue and comes back in its old mode did not take it', async () => {
    await told();
    take([RESET]);
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(phase()).toBe('overdue');
    take([said('usb')]);
    expect(phase()).toBe('unchanged');
  });

  test('one that never left did not take it', async () => {
    await told();
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(phase()).toBe('unchanged');
  });

  test('while the service is away no time passes, and its restart is not the instrument’s', async () => {
    await told();
    switches.connect({ state: 'unreachable' });
    vi.advanceTimersByTime(10 * PATIENCE_MS);
    expect(phase()).toBe('restarting');
    take([RESET, said('usb')]);
    switches.connect({ state: 'live' });
    expect(phase()).toBe('restarting');
    vi.advanceTimersByTime(PATIENCE_MS - 1);
    expect(phase()).toBe('restarting');
    take([RESET, said('vcp')]);
    expect(outcomes()).toEqual(['E1 done']);
  });

  test('several at a time do not mix', async () => {
    await told();
    await told(appDevice({ serial: 'E2', mode: 'vcp' }), 'usb');
    take([removed('E1'), removed('E2'), removed('E3'), said('usb', 'E2'), said('usb', 'E3')]);
    expect(outcomes()).toEqual(['E2 done']);
    expect(phase()).toBe('restarting');
    take([said('usb')]);
    expect(outcomes()).toEqual(['E2 done', 'E1 unchanged']);
  });

  test('a second switch takes the place of the first', async () => {
    await told();
    take([removed(), said('usb')]);
    await told();
    expect(phase()).toBe('restarting');
    take([said('usb')]);
    expect(phase()).toBe('restarting');
  });

  test('what is put away tells nothing more, also when its answer comes later', async () => {
    const begun = switches.begin(inUsb, 'vcp');
    switches.remove(KEY);
    answer.resolve({});
    await begun;
    expect(switches.all.get().size).toBe(0);
    await told();
    switches.remove(KEY);
    expect(vi.getTimerCount()).toBe(0);
    expect(news).toEqual([]);
  });

  test('follows few of very many, and ends every timer', async () => {
    answer.resolve({});
    for (let number = 0; number < 120; number += 1) {
      await switches.begin(appDevice({ serial: `N${number}`, mode: 'usb' }), 'vcp');
    }
    expect(switches.all.get().size).toBe(100);
    expect(phase('usb/N19')).toBeUndefined();
    expect(phase('usb/N20')).toBe('restarting');
    switches.stop();
    expect(vi.getTimerCount()).toBe(0);
  });
});
