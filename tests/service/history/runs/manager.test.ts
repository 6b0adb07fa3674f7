import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EntityChange, Run, RunStart } from '../../../../service/contract/index.ts';
import { RunManager } from '../../../../service/history/runs/manager.ts';
import { RunTable } from '../../../../service/history/store/run-table.ts';
import { migrate } from '../../../../service/history/store/schema.ts';
import type { HistoryStore } from '../../../../service/history/types.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { fail } from '../../../support/played/played.ts';

const START = Date.UTC(2026, 10, 20, 14, 45, 12, 318);
const SECOND = 1000;
const COMPLETE = { raw: Number.NEGATIVE_INFINITY, minute: Number.NEGATIVE_INFINITY, hour: Number.NEGATIVE_INFINITY };

const TEMPERATURE = { family: 'usb', serial: 'E24638', channel: 'temperature', low: 2, high: 8 } as const;

const BATCH: RunStart = {
  name: 'Batch 12',
  channels: [TEMPERATURE],
  operator: '',
  notes: '',
  tags: [],
  pre_trigger_s: 0,
  stop_after_s: null,
  range: null,
};

/** A history with the real table of runs in memory; statistics are only recorded. */
class TestHistory {
  readonly events = new Emitter<{ marker: EntityChange<'marker'>; opened: undefined }>(fail);
  readonly asked: unknown[][] = [];
  isRecording = true;
  /** What every operation fails with. */
  failure: Error | undefined;
  #table: RunTable;

  constructor() {
    this.#table = newTable();
  }

  /** As after an unusable file was replaced. */
  replaceFile(): void {
    this.#table = newTable();
    this.events.emit('opened', undefined);
  }

  get runs(): HistoryStore['runs'] {
    const run = async <Result>(work: (table: RunTable) => Result): Promise<Result> => {
      if (this.failure) throw this.failure;
      return work(this.#table);
    };
    return {
      list: (query) => run((table) => table.list(query)),
      active: () => run((table) => table.active()),
      get: (id) => run((table) => table.get(id)),
      add: (added) => run((table) => table.add(added, COMPLETE)),
      change: (id, changed, now) => run((table) => table.change(id, changed, COMPLETE, now)),
      remove: (id, now, ended) => run((table) => table.remove(id, now, ended, COMPLETE)),
      restore: (id, now) => run((table) => table.restore(id, now)),
      statistics: (...asked) =>
        run(() => {
          this.asked.push(asked);
          return { bytes: 7, channels: [] };
        }),
      attachment: (id, name) => run((table) => table.attachment(id, name)),
      attach: (id, attachment) => run((table) => table.attach(id, attachment)),
      detach: (id, name) => run((table) => table.detach(id, name)),
    };
  }
}

function newTable(): RunTable {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  migrate(database);
  return new RunTable(database);
}

let history: TestHistory;
let manager: RunManager;
let changes: EntityChange<'run'>[];

function startManager(): void {
  manager = new RunManager({ history, clock: systemClock, logger: silentLogger });
  changes = [];
  manager.events.on('changed', (change) => changes.push(change));
  manager.open();
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  onTestFinished(() => void vi.useRealTimers());
  history = new TestHistory();
  startManager();
  onTestFinished(() => manager.close());
  history.events.emit('opened', undefined);
});

function at(seconds: number): string {
  return new Date(START + seconds * SECOND).toISOString();
}

async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * SECOND);
}

describe('a run', () => {
  test('has the stored readings before its start', async () => {
    const run = await manager.start({ ...BATCH, pre_trigger_s: 30 });
    expect(run).toEqual({
      id: 1,
      name: 'Batch 12',
      channels: [TEMPERATURE],
      operator: '',
      notes: '',
      tags: [],
      from: at(-30),
      to: null,
      started: at(0),
      stop_at: null,
      plan: null,
      attachments: [],
    });
    expect(changes).toEqual([{ key: '1', value: run }]);
    expect(manager.active()).toEqual([run]);
  });

  test('stops at a request, once', async () => {
    const { id } = await manager.start(BATCH);
    await pass(10);
    const stopped = await manager.stop(id);
    expect(stopped).toMatchObject({ from: at(0), to: at(10), stop_at: null });
    expect(manager.active()).toEqual([]);
    expect(changes.at(-1)).toEqual({ key: '1', value: stopped });
    await expect(manager.stop(id)).rejects.toThrow('The run "Batch 12" is finished.');
    await expect(manager.stop(9)).rejects.toThrow('No run with ID 9.');
  });

  test('stops after its time, to the millisecond', async () => {
    await manager.start({ ...BATCH, stop_after_s: 100 });
    const other = await manager.start({ ...BATCH, stop_after_s: 50.5 });
    await pass(50);
    expect(manager.active()).toHaveLength(2);
    await pass(1);
    expect(manager.active()).toHaveLength(1);
    await expect(manager.get(other.id)).resolves.toMatchObject({ to: at(50.5), stop_at: null });
    await pass(49);
    await expect(manager.get(1)).resolves.toMatchObject({ to: at(100) });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that should have stopped while the service was off ends at its planned time', async () => {
    await manager.start({ ...BATCH, stop_after_s: 100 });
    await manager.start(BATCH);
    await manager.close();
    expect(vi.getTimerCount()).toBe(0);
    await pass(1000);
    startManager();
    history.events.emit('opened', undefined);
    await pass(0);
    expect(manager.active().map(({ id }) => id)).toEqual([2]);
    await expect(manager.get(1)).resolves.toMatchObject({ to: at(100) });
    expect(changes.map(({ key, value }) => [key, value?.to])).toEqual([
      ['1', null],
      ['2', null],
      ['1', at(100)],
    ]);
  });

  test('is stopped again when it could not be saved', async () => {
    await manager.start({ ...BATCH, stop_after_s: 10 });
    history.failure = new Error('disk full');
    await pass(20);
    expect(manager.active()).toHaveLength(1);
    history.failure = undefined;
    await pass(31);
    expect(manager.active()).toEqual([]);
    await expect(manager.get(1)).resolves.toMatchObject({ to: at(10) });
  });

  test('does not end before it starts when the clock is set back', async () => {
    const { id } = await manager.start(BATCH);
    vi.setSystemTime(START - 3600 * SECOND);
    await expect(manager.stop(id)).resolves.toMatchObject({ from: at(0), to: at(0.001) });
  });

  test('is followed as soon as the history can be read', async () => {
    await manager.start({ ...BATCH, stop_after_s: 100 });
    await manager.close();
    history.failure = new Error('busy');
    startManager();
    history.events.emit('opened', undefined);
    await pass(5);
    expect(manager.active()).toEqual([]);
    history.failure = undefined;
    await pass(5);
    expect(manager.active()).toHaveLength(1);
    await pass(100);
    await expect(manager.get(1)).resolves.toMatchObject({ to: at(100) });
  });

  test('is gone with a replaced history file', async () => {
    await manager.start(BATCH);
    history.replaceFile();
    await pass(0);
    expect(manager.active()).toEqual([]);
    expect(changes.at(-1)).toEqual({ key: '1', value: null });
  });
});

describe('starting', () => {
  test('is refused while the history is off', async () => {
    history.isRecording = false;
    await expect(manager.start(BATCH)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The history is off, so the run would have no readings. Turn it on first.',
    });
    // What is stored can still be a run.
    await expect(manager.start({ ...BATCH, range: { from: at(-60), to: at(0) } })).resolves.toMatchObject({ id: 1 });
  });

  test('is refused for more than 20 active runs', async () => {
    for (let count = 0; count < 20; count += 1) await manager.start(BATCH);
    await expect(manager.start(BATCH)).rejects.toThrow('20 runs are already active. Stop one first.');
    await manager.stop(7);
    await expect(manager.start(BATCH)).resolves.toMatchObject({ id: 21 });
  });

  test('with a range adds a finished run, in UTC', async () => {
    const range = { from: '2026-11-20T14:00:00+01:00', to: '2026-11-20T15:00:00+01:00' };
    await expect(manager.start({ ...BATCH, range })).resolves.toMatchObject({
      from: '2026-11-20T13:00:00.000Z',
      to: '2026-11-20T14:00:00.000Z',
      started: '2026-11-20T13:00:00.000Z',
    });
    expect(manager.active()).toEqual([]);
    await expect(manager.start({ ...BATCH, range: { from: at(0), to: at(1) } })).rejects.toMatchObject({
      errors: [{ path: 'range.to', message: 'must not be in the future' }],
    });
  });
});

describe('a finished run', () => {
  let run: Run;
  beforeEach(async () => {
    run = await manager.start({ ...BATCH, range: { from: at(-60), to: at(-10) } });
  });

  test('is trimmed', async () => {
    await expect(manager.trim(run.id, { from: at(-50), to: at(-20) })).resolves.toMatchObject({
      from: at(-50),
      to: at(-20),
      started: at(-60),
    });
    await expect(manager.trim(run.id, { from: at(-50), to: at(1) })).rejects.toMatchObject({
      errors: [{ path: 'to', message: 'must not be in the future' }],
    });
    const active = await manager.start(BATCH);
    await expect(manager.trim(active.id, { from: at(-50), to: at(-20) })).rejects.toThrow(
      'The run "Batch 12" is active. Stop it first.',
    );
  });

  test('is changed, apart from its range', async () => {
    const { pre_trigger_s: _before, stop_after_s: _after, range: _range, ...input } = BATCH;
    await expect(manager.change(run.id, { ...input, name: 'Batch 13', tags: ['cold'] })).resolves.toEqual({
      ...run,
      name: 'Batch 13',
      tags: ['cold'],
    });
  });

  test('is deleted and restored', async () => {
    await manager.remove(run.id);
    expect(changes.at(-1)).toEqual({ key: '1', value: null });
    await expect(manager.get(run.id)).rejects.toThrow('No run with ID 1.');
    await expect(manager.restore(run.id)).resolves.toEqual(run);
    expect(changes.at(-1)).toEqual({ key: '1', value: run });
  });

  test('has texts', async () => {
    await manager.attach(run.id, { name: 'a.txt', text: 'one' });
    expect(changes.at(-1)?.value?.attachments).toEqual([{ name: 'a.txt', length: 3 }]);
    await expect(manager.attachment(run.id, 'a.txt')).resolves.toEqual({ name: 'a.txt', text: 'one' });
    await expect(manager.detach(run.id, 'a.txt')).resolves.toEqual(run);
  });

  test('has statistics of its range', async () => {
    await expect(manager.statistics(run.id)).resolves.toEqual({ from: at(-60), to: at(-10), bytes: 7, channels: [] });
    expect(history.asked).toEqual([[[TEMPERATURE], START - 60 * SECOND, START - 10 * SECOND]]);
  });
});

test('deletes an active run as a finished one, and statistics of one reach until now', async () => {
  const { id } = await manager.start({ ...BATCH, stop_after_s: 100 });
  await pass(5);
  await expect(manager.statistics(id)).resolves.toMatchObject({ from: at(0), to: at(5) });
  await manager.remove(id);
  expect(manager.active()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  await expect(manager.restore(id)).resolves.toMatchObject({ to: at(5), stop_at: null });
});
