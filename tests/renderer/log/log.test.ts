/** What the Log page knows of the log. */
import { describe, expect, test } from 'vitest';
import { LogReader } from '../../../renderer/data/log/log-reader.ts';
import { componentsOf, filteredLines, linesText } from '../../../renderer/data/log/log-text.ts';
import { MAX_SHOWN, PAGE } from '../../../renderer/data/log/log-window.ts';
import type { LogFilter } from '../../../renderer/data/log/requests.ts';
import { RequestError } from '../../../renderer/data/requests.ts';
import type { LogEntry, LogResult } from '../../../service/contract/index.ts';

const RANK = { error: 0, warn: 1, info: 2, debug: 3 };

function line(id: number, parts: Partial<LogEntry> = {}): LogEntry {
  return { id, time: '2026-11-20T14:45:12.318Z', level: 'info', part: 'serial', text: `Line ${id}`, ...parts };
}

/** A service's log: answers as `LogRing` does. */
class Played {
  entries: LogEntry[] = [];
  asked: LogFilter[] = [];
  failure: RequestError | undefined;
  /** Answers wait for it. */
  held: Promise<void> | undefined;

  add(count: number, parts: Partial<LogEntry> = {}): void {
    for (let index = 0; index < count; index += 1) this.entries.push(line((this.entries.at(-1)?.id ?? 0) + 1, parts));
  }

  readonly ask = async (question: LogFilter): Promise<LogResult> => {
    this.asked.push(question);
    await this.held;
    if (this.failure) throw this.failure;
    const { level, after = 0, before = Number.POSITIVE_INFINITY, limit } = question;
    const fitting = this.entries.filter(
      (entry) => entry.id > after && entry.id < before && RANK[entry.level] <= RANK[level],
    );
    return {
      entries: fitting.slice(-limit),
      oldest: this.entries[0]?.id ?? 0,
      newest: this.entries.at(-1)?.id ?? 0,
      file: '/data/log',
    };
  };
}

async function reading(log: Played, act: (reader: LogReader) => Promise<void>): Promise<void> {
  let isVisible = true;
  const reader = new LogReader({ load: log.ask, level: 'info', everyMs: 2, isVisible: () => isVisible });
  reader.start();
  try {
    await expect.poll(() => reader.reading.get().isLoading).toBe(false);
    await act(reader);
  } finally {
    isVisible = false;
    reader.stop();
  }
}

const ids = (reader: LogReader): number[] => reader.reading.get().entries.map(({ id }) => id);

describe('the reader', () => {
  test('shows what is there and what comes, of the level that is wanted', async () => {
    const log = new Played();
    log.add(2);
    log.add(1, { level: 'debug' });
    await reading(log, async (reader) => {
      expect(ids(reader)).toEqual([1, 2]);
      log.add(1, { level: 'error' });
      await expect.poll(() => ids(reader)).toEqual([1, 2, 4]);
      expect(reader.reading.get()).toMatchObject({ hasOlder: false, file: '/data/log', waiting: 0 });
      expect(log.asked.at(-1)).toEqual({ level: 'info', after: 4, limit: MAX_SHOWN });
    });
  });

  test('counts what comes while it is held, and shows it all when it is let go', async () => {
    const log = new Played();
    log.add(3);
    await reading(log, async (reader) => {
      reader.hold(true);
      log.add(2);
      await expect.poll(() => reader.reading.get().waiting).toBe(2);
      log.add(1);
      await expect.poll(() => reader.reading.get().waiting).toBe(3);
      expect(ids(reader)).toEqual([1, 2, 3]);
      reader.hold(false);
      await expect.poll(() => ids(reader)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(reader.reading.get().waiting).toBe(0);
    });
  });

  test('keeps a bounded number of lines, and goes back page by page to the very first', async () => {
    const log = new Played();
    log.add(MAX_SHOWN + PAGE + 20);
    await reading(log, async (reader) => {
      expect(ids(reader)[0]).toBe(PAGE + 21);
      reader.hold(true);
      reader.showOlder();
      await expect.poll(() => ids(reader)[0]).toBe(21);
      expect(reader.reading.get()).toMatchObject({ hasOlder: true, isBehind: true });
      expect(ids(reader)).toHaveLength(MAX_SHOWN);
      reader.showOlder();
      await expect.poll(() => ids(reader)[0]).toBe(1);
      await expect.poll(() => reader.reading.get()).toMatchObject({ hasOlder: false, isLoadingOlder: false });
      reader.hold(false);
      await expect.poll(() => ids(reader).at(-1)).toBe(MAX_SHOWN + PAGE + 20);
      expect(reader.reading.get()).toMatchObject({ hasOlder: true, isBehind: false });
      log.add(5);
      await expect.poll(() => ids(reader).at(-1)).toBe(MAX_SHOWN + PAGE + 25);
      expect(ids(reader)).toHaveLength(MAX_SHOWN);
    });
  });

  test('goes back to the newest lines also while an answer is awaited', async () => {
    const log = new Played();
    log.add(MAX_SHOWN + 20);
    await reading(log, async (reader) => {
      reader.hold(true);
      reader.showOlder();
      await expect.poll(() => reader.reading.get().isBehind).toBe(true);
      const answer = Promise.withResolvers<void>();
      log.held = answer.promise;
      const asked = log.asked.length;
      await expect.poll(() => log.asked.length).toBeGreaterThan(asked);
      reader.hold(false);
      log.held = undefined;
      answer.resolve();
      await expect.poll(() => ids(reader).at(-1)).toBe(MAX_SHOWN + 20);
      expect(reader.reading.get().isBehind).toBe(false);
    });
  });

  test('begins anew with another run of the service', async () => {
    const log = new Played();
    log.add(10);
    await reading(log, async (reader) => {
      log.entries = [line(1, { text: 'Another run' })];
      await expect.poll(() => reader.reading.get().entries.map(({ text }) => text)).toEqual(['Another run']);
    });
  });

  test('says why it does not know, keeps what it has, and begins anew after that', async () => {
    const log = new Played();
    log.add(2);
    await reading(log, async (reader) => {
      log.failure = new RequestError('Cannot reach the service. Try again.');
      await expect.poll(() => reader.reading.get().failure).toBe('Cannot reach the service. Try again.');
      expect(ids(reader)).toEqual([1, 2]);
      log.entries = [];
      log.add(5, { text: 'Another run' });
      log.failure = undefined;
      await expect.poll(() => ids(reader)).toEqual([1, 2, 3, 4, 5]);
      expect(reader.reading.get()).toMatchObject({ failure: '', entries: [{ text: 'Another run' }, {}, {}, {}, {}] });
    });
  });

  test('asks nothing while nobody can see it', async () => {
    const log = new Played();
    const reader = new LogReader({ load: log.ask, level: 'info', everyMs: 1, isVisible: () => log.entries.length > 0 });
    reader.start();
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    for (let index = 0; index < 5; index += 1) await turn();
    expect(log.asked).toEqual([]);
    log.add(1);
    await expect.poll(() => ids(reader)).toEqual([1]);
    reader.stop();
  });
});

describe('lines', () => {
  const entries = [
    line(1, { part: 'mqtt', text: 'Connected to Broker' }),
    line(2, { part: '', text: 'Started' }),
    line(3, { level: 'error', part: 'serial', text: 'Port gone', detail: 'Error: gone\n    at read (port.ts:1)' }),
  ];

  test('are found by part and by every word, in details too', () => {
    const found = (part: string, text: string): number[] => filteredLines(entries, { part, text }).map(({ id }) => id);
    expect(found('', '')).toEqual([1, 2, 3]);
    expect(found('mqtt', '')).toEqual([1]);
    expect(found('', 'BROKER connected')).toEqual([1]);
    expect(found('', 'port.ts')).toEqual([3]);
    expect(found('mqtt', 'gone')).toEqual([]);
    expect(componentsOf(entries)).toEqual(['mqtt', 'serial']);
  });

  test('are plain text when they are copied', () => {
    expect(linesText(entries)).toBe(`2026-11-20T14:45:12.318Z info  [mqtt] Connected to Broker
2026-11-20T14:45:12.318Z info  Started
2026-11-20T14:45:12.318Z error [serial] Port gone
    Error: gone
        at read (port.ts:1)`);
  });
});
