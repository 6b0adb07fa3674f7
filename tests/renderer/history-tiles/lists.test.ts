/** What the charts know of marks and of what is kept, and when they ask for it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AnnotationStore } from '../../../renderer/data/history-tiles/annotation-store.ts';
import { PastStore } from '../../../renderer/data/history-tiles/past-store.ts';
import { RangeList, type TimeRange } from '../../../renderer/data/history-tiles/range-list.ts';
import { StoredChannelIndex } from '../../../renderer/data/history-tiles/stored-channel-index.ts';
import type { TileRequest as TileQuestion, WantedTile } from '../../../renderer/data/history-tiles/tile-loader.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { HistoryColumns } from '../../../service/contract/history-binary.ts';
import {
  type Alarm,
  channelPath,
  type Marker,
  type StoredChannels,
  type StreamEvent,
} from '../../../service/contract/index.ts';
import { changed, RESET, removed } from '../../support/views/entities.ts';

const MINUTE = 60_000;

const LEVEL = 5;

/** Requests that a test answers when it likes. */
class Asked<Question, Answer> {
  readonly questions: Question[] = [];
  readonly #open: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];

  readonly ask = (question: Question): Promise<Answer> => {
    this.questions.push(question);
    return new Promise((resolve, reject) => this.#open.push({ resolve, reject }));
  };

  async answer(answer: Answer): Promise<void> {
    this.#open.shift()?.resolve(answer);
    await vi.advanceTimersByTimeAsync(0);
  }

  async fail(): Promise<void> {
    this.#open.shift()?.reject(new Error('Not now.'));
    await vi.advanceTimersByTimeAsync(0);
  }
}

const now = (): number => performance.now();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('StretchList', () => {
  interface Item {
    id: number;
    text?: string;
  }

  function rig() {
    const asked = new Asked<TimeRange, readonly Item[]>();
    const onChange = vi.fn<() => void>();
    const list = new RangeList<Item>({ load: asked.ask, idOf: ({ id }) => id, onChange, now });
    return { asked, onChange, list };
  }

  test('asks for a little around what is looked at, and not again for what it knows', async () => {
    const { asked, list, onChange } = rig();
    list.ensureLoaded({ from: 1000, to: 2000 });
    list.ensureLoaded({ from: 1000, to: 2000 });
    expect(asked.questions).toEqual([{ from: 0, to: 3000 }]);
    await asked.answer([{ id: 1 }]);
    expect(list.items).toEqual([{ id: 1 }]);
    expect(onChange).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    list.ensureLoaded({ from: 500, to: 2900 });
    expect(asked.questions).toHaveLength(1);
    list.ensureLoaded({ from: 2500, to: 3500 });
    expect(asked.questions).toHaveLength(2);
  });

  test('asks anew when one looks much closer: an answer holds no more than so many', async () => {
    const { asked, list } = rig();
    list.ensureLoaded({ from: 0, to: 100_000 });
    await asked.answer([]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    list.ensureLoaded({ from: 50_000, to: 56_100 });
    expect(asked.questions).toHaveLength(1);
    list.ensureLoaded({ from: 50_000, to: 51_000 });
    expect(asked.questions).toHaveLength(2);
  });

  test('waits longer with each failure, says when it is worth asking, and recovers', async () => {
    const { asked, list } = rig();
    const range = { from: 0, to: 1000 };
    const waits: (number | undefined)[] = [];
    for (let failure = 0; failure < 7; failure += 1) {
      expect(list.ensureLoaded(range)).toBeUndefined();
      await asked.fail();
      const wait = list.ensureLoaded(range) ?? 0;
      waits.push(wait);
      expect(asked.questions).toHaveLength(failure + 1);
      await vi.advanceTimersByTimeAsync(wait - 1);
      list.ensureLoaded(range);
      expect(asked.questions).toHaveLength(failure + 1);
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    list.ensureLoaded(range);
    await asked.answer([]);
    expect(list.ensureLoaded(range)).toBeUndefined();
    // What was forgotten is asked for at once.
    list.invalidate();
    list.ensureLoaded(range);
    expect(asked.questions).toHaveLength(9);
  });

  test('says that a request failed: whoever looks has to look again', async () => {
    const { asked, list, onChange } = rig();
    list.ensureLoaded({ from: 0, to: 1000 });
    await asked.fail();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('takes what comes, changes and goes meanwhile, and keeps its array while nothing does', async () => {
    const { asked, list } = rig();
    list.ensureLoaded({ from: 0, to: 1000 });
    await asked.answer([{ id: 1, text: 'one' }]);
    const before = list.items;
    list.remove(7);
    expect(list.items).toBe(before);
    list.put({ id: 2 });
    list.put({ id: 1, text: 'other' });
    expect(list.items).toEqual([{ id: 1, text: 'other' }, { id: 2 }]);
    list.remove(1);
    expect(list.items).toEqual([{ id: 2 }]);
  });

  test('stays small while much comes and nothing is asked', () => {
    const { list } = rig();
    for (let id = 0; id < 2100; id += 1) list.put({ id });
    expect(list.items).toHaveLength(2000);
    expect(list.items.at(-1)).toEqual({ id: 2099 });
  });

  test('asks again where what it awaited was forgotten before it came', async () => {
    const { asked, list } = rig();
    list.ensureLoaded({ from: 0, to: 1000 });
    list.invalidate();
    await asked.answer([{ id: 1 }]);
    list.ensureLoaded({ from: 0, to: 1000 });
    expect(asked.questions).toHaveLength(2);
  });

  test('does not lose what came or went while it was asking', async () => {
    const { asked, list } = rig();
    list.ensureLoaded({ from: 0, to: 1000 });
    list.put({ id: 2 });
    list.remove(1);
    await asked.answer([{ id: 1 }, { id: 3 }]);
    expect(list.items.map(({ id }) => id)).toEqual([3, 2]);
  });
});

describe('KeptChannels', () => {
  const iso = (at: number): string => new Date(at).toISOString();
  const answer = (...names: string[]): StoredChannels => ({
    channels: names.map((channel) => ({
      family: 'usb',
      serial: 'E 1',
      channel,
      unit: '°C',
      description: '',
      label: '',
      product: '',
      first: iso(1000),
      last: iso(2000),
    })),
  });
  const KEY = 'usb/E%201/temperature';

  function rig() {
    const asked = new Asked<void, StoredChannels>();
    const onChange = vi.fn<() => void>();
    const kept = new StoredChannelIndex({ load: asked.ask, now, onChange });
    return { asked, onChange, kept };
  }

  test('knows from when to when something is kept, by the path of the channel', async () => {
    const { asked, kept, onChange } = rig();
    kept.ensureLoaded([KEY]);
    expect(kept.isKnown).toBe(false);
    await asked.answer(answer('temperature'));
    expect(kept.get(KEY)).toEqual({ first: 1000, last: 2000 });
    expect(kept.isKnown).toBe(true);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('asks for a new channel more and more rarely, and for known ones every five minutes', async () => {
    const { asked, kept } = rig();
    const at: number[] = [];
    for (let second = 0; second <= 200; second += 1) {
      const { length } = asked.questions;
      kept.ensureLoaded([KEY, 'usb/E9/co2']);
      if (asked.questions.length > length) {
        at.push(second);
        await asked.answer(answer('temperature'));
      }
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(at).toEqual([0, 4, 12, 28, 60, 120, 180]);
    await vi.advanceTimersByTimeAsync(98_000);
    const { length } = asked.questions;
    kept.ensureLoaded([KEY]);
    expect(asked.questions).toHaveLength(length);
    await vi.advanceTimersByTimeAsync(300_000);
    kept.ensureLoaded([KEY]);
    expect(asked.questions).toHaveLength(length + 1);
  });

  test('keeps what it knows through a failure, and says when it is worth asking', async () => {
    const { asked, kept, onChange } = rig();
    kept.ensureLoaded([KEY]);
    await asked.fail();
    expect(onChange).toHaveBeenCalledTimes(1);
    const wait = kept.ensureLoaded([KEY]) ?? 0;
    expect(wait).toBe(4000);
    await vi.advanceTimersByTimeAsync(wait);
    kept.ensureLoaded([KEY]);
    await asked.answer(answer('temperature'));
    await vi.advanceTimersByTimeAsync(300_000);
    kept.ensureLoaded([KEY]);
    await asked.fail();
    expect(kept.get(KEY)).toBeDefined();
    kept.invalidate();
    kept.ensureLoaded([KEY]);
    expect(asked.questions).toHaveLength(4);
  });
});

describe('Marks', () => {
  const marker = (id: number, text = ''): Marker => ({ id, at: 1000, text, device: null });
  const alarm = (id: string): Alarm => ({
    id,
    rule: 'r',
    family: 'usb',
    serial: 'E1',
    channel: 'temperature',
    kind: 'above',
    severity: 'warning',
    message: '',
    limit: 1,
    unit: '°C',
    magnitude: 2,
    peak: 2,
    since: new Date(1000).toISOString(),
    ended: null,
    count: 1,
    flapping: false,
    acknowledged: null,
    acknowledged_by: '',
    acknowledgment_comment: '',
  });

  function rig() {
    const markers = new Asked<TimeRange, readonly Marker[]>();
    const alarms = new Asked<TimeRange, readonly Alarm[]>();
    const onChange = vi.fn<() => void>();
    const mirror = new EntityMirror();
    const marks = new AnnotationStore({ mirror, fetchMarkers: markers.ask, fetchAlarms: alarms.ask, now, onChange });
    const take = (events: readonly StreamEvent[]): void => {
      for (const event of events) mirror.apply(event);
    };
    return { markers, alarms, marks, take, onChange };
  }

  test('follow what the stream says of markers and alarms', async () => {
    const { markers, alarms, marks, take } = rig();
    marks.ensureLoaded({ from: 0, to: 2000 });
    await markers.answer([marker(1)]);
    await alarms.answer([alarm('a')]);
    take([changed('marker', marker(2, 'Door')), removed('marker', '1'), changed('alarm', alarm('b'))]);
    expect(marks.markers).toEqual([marker(2, 'Door')]);
    expect(marks.alarms.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('ask again when the stream began anew, for markers and alarms alike', async () => {
    const { markers, alarms, marks, take } = rig();
    marks.ensureLoaded({ from: 0, to: 2000 });
    await markers.answer([]);
    await alarms.answer([]);
    take([RESET]);
    marks.ensureLoaded({ from: 0, to: 2000 });
    expect([markers.questions.length, alarms.questions.length]).toEqual([2, 2]);
    await markers.answer([]);
    await alarms.answer([]);
    // One that leaves the list of alarms may be in their log, or not.
    take([removed('alarm', 'a')]);
    marks.ensureLoaded({ from: 0, to: 2000 });
    expect([markers.questions.length, alarms.questions.length]).toEqual([2, 3]);
  });
});

describe('PastStore', () => {
  test('tells whoever looks to look again when the service began anew, or something was dropped', async () => {
    const mirror = new EntityMirror();
    const past = new PastStore({ mirror, loadChannels: async () => ({ channels: [] }) });
    const onChange = vi.fn<() => void>();
    past.onChange(onChange);
    mirror.apply(RESET);
    expect(onChange).toHaveBeenCalledTimes(1);
    past.discardDevice({ family: 'usb', serial: 'E1' });
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  describe('what was deleted of a device', () => {
    /** A past in which the same tile of two devices is wanted. */
    function wantedPast() {
      const asked = new Asked<TileQuestion, HistoryColumns>();
      const past = new PastStore({
        mirror: new EntityMirror(),
        load: asked.ask,
        loadChannels: async () => ({ channels: [] }),
        now,
      });
      const claim = past.loader.claim();
      const wants = ['E/1', 'E'].map((serial): WantedTile => {
        const channel = { family: 'gateway', serial, channel: 'temperature' } as const;
        return { channel, key: channelPath(channel), level: LEVEL, index: 7, upTo: 0, patience: MINUTE };
      });
      claim.set(wants);
      const answer = async (): Promise<void> => {
        const { channels, from, to } = asked.questions.at(-1) as TileQuestion;
        const iso = (at: number): string => new Date(at).toISOString();
        const answered = channels.map(({ family, serial, channel }) => ({
          family,
          serial,
          channel,
          unit: '°C',
          parts: [],
        }));
        await asked.answer({ from: iso(from), to: iso(to), until: iso(to), channels: answered });
      };
      const tiles = (): boolean[] => wants.map(({ key }) => past.tiles.get(key, LEVEL, 7) !== undefined);
      const forget = (): void => past.discardDevice({ family: 'gateway', serial: 'E/1' });
      return { asked, answer, forget, past, tiles };
    }

    test('is drawn no more, whatever its serial number, and is asked for anew; other devices stay', async () => {
      const { asked, answer, forget, tiles } = wantedPast();
      await answer();
      expect(tiles()).toEqual([true, true]);
      forget();
      expect(tiles()).toEqual([false, true]);
      expect(asked.questions.at(-1)?.channels.map(({ serial }) => serial)).toEqual(['E/1']);
    });

    test('does not come back with an answer that was under way', async () => {
      const { asked, answer, forget, tiles } = wantedPast();
      forget();
      expect(asked.questions).toHaveLength(2);
      await answer();
      expect(tiles()).toEqual([false, false]);
      await answer();
      expect(tiles()).toEqual([true, true]);
    });
  });

  test('goes by a clock that nobody sets', async () => {
    const asked = new Asked<unknown, StoredChannels>();
    const past = new PastStore({ mirror: new EntityMirror(), loadChannels: () => asked.ask(undefined) });
    past.stored.ensureLoaded(['usb/E1/a']);
    await asked.fail();
    vi.setSystemTime(Date.now() - 60 * MINUTE);
    await vi.advanceTimersByTimeAsync(5000);
    past.stored.ensureLoaded(['usb/E1/a']);
    expect(asked.questions).toHaveLength(2);
  });
});
