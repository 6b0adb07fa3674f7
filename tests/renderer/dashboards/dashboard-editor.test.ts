import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DashboardEditor } from '../../../renderer/data/dashboards/dashboard-editor.ts';
import { RequestError } from '../../../renderer/data/requests.ts';
import type { Dashboard, DashboardInput } from '../../../service/contract/index.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function named(name: string): DashboardInput {
  return { name, tiles: [] };
}

interface PendingSave {
  readonly sent: DashboardInput;
  answer(): Promise<void>;
  refuse(message: string): Promise<void>;
}

function editorOf(name: string) {
  const requests: PendingSave[] = [];
  const saved: Dashboard[] = [];
  const editor = new DashboardEditor(
    { id: 'd1', dashboard: named(name) },
    {
      save: (id, dashboard) =>
        new Promise((resolve, reject) => {
          const settled = () => vi.advanceTimersByTimeAsync(0).then(() => undefined);
          requests.push({
            sent: dashboard,
            answer: () => {
              resolve({ id, dashboard });
              return settled();
            },
            refuse: (message) => {
              reject(new RequestError(message));
              return settled();
            },
          });
        }),
      onSaved: (dashboard) => saved.push(dashboard),
    },
  );
  return { editor, requests, saved };
}

const names = (requests: readonly PendingSave[]): string[] => requests.map(({ sent }) => sent.name);

describe('saving', () => {
  test('saves the first change at once, and later ones together after it', async () => {
    const { editor, requests, saved } = editorOf('a');
    editor.change(named('b'));
    editor.change(named('c'));
    editor.change(named('d'));
    expect(names(requests)).toEqual(['b']);
    await requests[0]?.answer();
    expect(names(requests)).toEqual(['b']);
    // An outdated response must not replace the newer change in the window.
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect(names(requests)).toEqual(['b', 'd']);
    await requests[1]?.answer();
    expect(saved).toEqual([{ id: 'd1', dashboard: named('d') }]);
    expect(editor.isUnsaved).toBe(false);
    await vi.advanceTimersByTimeAsync(5000);
    expect(requests).toHaveLength(2);
  });

  test('keeps a change that could not be saved, and sends it again with the next one or on request', async () => {
    const { editor, requests } = editorOf('a');
    editor.change(named('b'));
    await requests[0]?.refuse('The disk is full.');
    expect(editor.state.get()).toMatchObject({ dashboard: named('b'), failure: 'The disk is full.' });
    expect(editor.isUnsaved).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
    const flushed = editor.flush();
    await vi.advanceTimersByTimeAsync(0);
    await requests[1]?.answer();
    expect(await flushed).toBe(true);
    expect(editor.state.get().failure).toBe('');
  });

  test('sends a change made right after a failure, when its turn comes', async () => {
    const { editor, requests } = editorOf('a');
    editor.change(named('b'));
    await requests[0]?.refuse('The disk is full.');
    editor.change(named('c'));
    await vi.advanceTimersByTimeAsync(500);
    expect(names(requests)).toEqual(['b', 'c']);
  });

  test('flushes a change that waits for its turn', async () => {
    const { editor, requests } = editorOf('a');
    editor.change(named('b'));
    editor.change(named('c'));
    const flushed = editor.flush();
    await requests[0]?.answer();
    await requests[1]?.answer();
    expect(await flushed).toBe(true);
    expect(names(requests)).toEqual(['b', 'c']);
  });
});

describe('undo', () => {
  test('returns to the state before, and saves it', async () => {
    const { editor, requests } = editorOf('a');
    editor.change(named('b'));
    await requests[0]?.answer();
    await vi.advanceTimersByTimeAsync(500);
    editor.undo();
    expect(editor.state.get()).toMatchObject({ dashboard: named('a'), canUndo: false });
    expect(names(requests)).toEqual(['b', 'a']);
    editor.undo();
    expect(requests).toHaveLength(2);
  });

  test('remembers 50 changes, and no change that changes nothing', () => {
    const { editor } = editorOf('0');
    editor.change(named('0'));
    expect(editor.state.get().canUndo).toBe(false);
    for (let change = 1; change <= 60; change += 1) editor.change(named(String(change)));
    for (let change = 0; change < 100; change += 1) editor.undo();
    expect(editor.state.get().dashboard.name).toBe('10');
  });
});

describe('a change by another window', () => {
  test('appears, unless there is an unsaved one', async () => {
    const { editor, requests } = editorOf('a');
    editor.accept({ id: 'd1', dashboard: named('other') });
    expect(editor.state.get().dashboard.name).toBe('other');
    editor.change(named('mine'));
    editor.accept({ id: 'd1', dashboard: named('another') });
    expect(editor.state.get().dashboard.name).toBe('mine');
    await requests[0]?.answer();
    editor.accept({ id: 'd1', dashboard: named('last') });
    expect(editor.state.get().dashboard.name).toBe('last');
  });

  test('is not undone with an own one before it; the event of an own change is', async () => {
    const { editor, requests } = editorOf('a');
    editor.change(named('b'));
    await requests[0]?.answer();
    editor.accept({ id: 'd1', dashboard: named('b') });
    expect(editor.state.get().canUndo).toBe(true);
    editor.accept({ id: 'd1', dashboard: named('other') });
    expect(editor.state.get()).toMatchObject({ dashboard: named('other'), canUndo: false });
    editor.undo();
    expect(editor.state.get().dashboard.name).toBe('other');
    editor.accept({ id: 'd1', dashboard: named('b') });
    expect(editor.state.get().dashboard.name).toBe('b');
  });
});
