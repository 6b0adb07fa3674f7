import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The open questions. */
const questions = vi.hoisted(() => [] as ((answer: { response: number }) => void)[]);

vi.mock('electron', () => ({
  dialog: { showMessageBox: () => new Promise((resolve) => questions.push(resolve)) },
}));

const { LeaveGuard } = await import('../../electron/leave-guard.ts');

const [KEEP, DISCARD] = [0, 1];

/** A window whose page has unsaved changes, and responds unless it hangs. */
class HeldWindow extends EventEmitter {
  readonly done: string[] = [];
  hangs = false;
  crashed = false;
  #destroyed = false;
  readonly webContents = Object.assign(new EventEmitter(), {
    reload: () => this.leave('reload'),
    isCrashed: () => this.crashed,
    forcefullyCrashRenderer: () => this.done.push('crash'),
    executeJavaScript: () => (this.hangs ? new Promise(() => {}) : Promise.resolve()),
  });

  isDestroyed = (): boolean => this.#destroyed;
  isMinimized = (): boolean => false;
  show = (): void => {};
  close = (): void => this.leave('close');

  destroy(): void {
    this.#destroyed = true;
    this.emit('closed');
  }

  leave(how: 'close' | 'reload'): void {
    if (this.hangs) return;
    let isHeld = !this.crashed;
    this.webContents.emit('will-prevent-unload', { preventDefault: () => (isHeld = false) });
    if (isHeld) return;
    this.done.push(how);
    if (how === 'close') this.destroy();
    else this.webContents.emit('did-navigate');
  }
}

function rig() {
  const window = new HeldWindow();
  const guard = new LeaveGuard(window as unknown as BrowserWindow);
  guard.start();
  const reload = (): void => guard.attempt(() => window.webContents.reload());
  /** The result of closing the window; undefined while pending. */
  const close = (): { isClosed?: boolean } => {
    const outcome: { isClosed?: boolean } = {};
    void guard.close().then((isClosed) => (outcome.isClosed = isClosed));
    return outcome;
  };
  return { window, reload, close };
}

async function answer(response: number): Promise<void> {
  questions.shift()?.({ response });
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  questions.length = 0;
});

test('close resolves also if a load is requested during the question', async () => {
  const { window, reload, close } = rig();
  const first = close();
  reload();
  expect(questions).toHaveLength(1);
  await answer(KEEP);
  expect(first).toEqual({ isClosed: false });
  expect(window.done).toEqual([]);
  const second = close();
  reload();
  await answer(DISCARD);
  expect(second).toEqual({ isClosed: true });
  expect(window.done).toEqual(['close']);
});

test('close waits for an open question about a reload', async () => {
  const { window, reload, close } = rig();
  reload();
  const closing = close();
  expect(questions).toHaveLength(1);
  await answer(KEEP);
  expect(closing).toEqual({ isClosed: false });
  reload();
  await answer(DISCARD);
  expect(window.done).toEqual(['reload']);
});

test('close asks again after an earlier answer', async () => {
  const { window, reload, close } = rig();
  reload();
  questions.shift()?.({ response: KEEP });
  // The page has not processed the answer yet.
  window.webContents.executeJavaScript = () => new Promise((resolve) => setTimeout(resolve, 100));
  await vi.advanceTimersByTimeAsync(50);
  const closing = close();
  await vi.advanceTimersByTimeAsync(100);
  expect(closing).toEqual({});
  expect(questions).toHaveLength(1);
  await answer(KEEP);
  await vi.advanceTimersByTimeAsync(100);
  expect(closing).toEqual({ isClosed: false });
});

test('accepts an answer after any time', async () => {
  const { window, close } = rig();
  const closing = close();
  await vi.advanceTimersByTimeAsync(60_000);
  await answer(KEEP);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(closing).toEqual({ isClosed: false });
  expect(window.isDestroyed()).toBe(false);
});

test('does not wait for a page that hangs after the answer', async () => {
  const { window, close } = rig();
  const kept = close();
  window.hangs = true;
  await answer(KEEP);
  expect(kept).toEqual({});
  await vi.advanceTimersByTimeAsync(2000);
  expect(kept).toEqual({ isClosed: false });
  window.hangs = false;
  const discarded = close();
  window.hangs = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await answer(DISCARD);
  await vi.advanceTimersByTimeAsync(2000);
  expect(discarded).toEqual({});
  await vi.advanceTimersByTimeAsync(5000);
  expect(discarded).toEqual({ isClosed: true });
  expect(window.done).toEqual(['crash']);
});

test('does not force the window to close after the user keeps the changes', async () => {
  const { window, close } = rig();
  const closing = close();
  await vi.advanceTimersByTimeAsync(4000);
  window.hangs = true;
  await answer(KEEP);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(closing).toEqual({ isClosed: false });
  expect(window.isDestroyed()).toBe(false);
});

test('reloads a page that crashes during the question, and still closes the window', async () => {
  const { window, reload, close } = rig();
  const closing = close();
  window.crashed = true;
  reload();
  expect(window.done).toEqual(['reload']);
  window.crashed = false;
  await answer(KEEP);
  expect(closing).toEqual({ isClosed: false });
});
