import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { QuitController, type QuitterOptions } from '../../electron/quit.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { ShutdownStack } from '../../service/support/shutdown-stack.ts';

function rig(stop: () => Promise<boolean>, mayQuit: () => Promise<boolean> = async () => true) {
  const app = new EventEmitter();
  const exit = vi.fn<QuitterOptions['exit']>();
  const signals = new EventEmitter();
  const options = { app, exit, process: signals, stop, mayQuit, logger: silentLogger } as unknown as QuitterOptions;
  const quitter = new QuitController(options);
  quitter.start();
  return { app, exit, signals, quitter };
}

describe('Quitter', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('exits with 0 after everything has stopped', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { app, exit, quitter } = rig(() => promise);
    const event = { preventDefault: vi.fn<() => void>() };
    app.emit('before-quit', event);
    expect(event.preventDefault).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(quitter.isQuitting).toBe(true);
    expect(exit).not.toHaveBeenCalled();
    resolve(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(exit).toHaveBeenCalledExactlyOnceWith(0, true);
  });

  test('stops only once', async () => {
    const stop = vi.fn<() => Promise<boolean>>(async () => true);
    const { exit, signals, quitter } = rig(stop);
    signals.emit('SIGTERM');
    signals.emit('SIGINT');
    await quitter.quit('tray');
    expect(stop).toHaveBeenCalledTimes(1);
    expect(exit).toHaveBeenCalledTimes(1);
  });

  test('asks about unsaved changes, one question at a time, and stays open if they are kept', async () => {
    const answers: ((may: boolean) => void)[] = [];
    const mayQuit = vi.fn<() => Promise<boolean>>(() => new Promise((resolve) => answers.push(resolve)));
    const { app, exit, quitter } = rig(async () => true, mayQuit);
    app.emit('before-quit', { preventDefault: () => {} });
    void quitter.request('tray');
    expect(mayQuit).toHaveBeenCalledTimes(1);
    answers[0]?.(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(quitter.isQuitting).toBe(false);
    void quitter.request('tray');
    answers[1]?.(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(exit).toHaveBeenCalledExactlyOnceWith(0, true);
  });

  test('does not ask when the system ends the app, even during a question', async () => {
    const { app, exit, signals } = rig(
      async () => true,
      () => new Promise(() => {}),
    );
    app.emit('before-quit', { preventDefault: () => {} });
    signals.emit('SIGTERM');
    await vi.advanceTimersByTimeAsync(0);
    expect(exit).toHaveBeenCalledExactlyOnceWith(0, true);
  });

  test('lets the last action end the app', async () => {
    const { app, exit, quitter } = rig(async () => true);
    const event = { preventDefault: vi.fn<() => void>() };
    await quitter.quit('update', () => app.emit('before-quit', event));
    expect(event.preventDefault).not.toHaveBeenCalled();
    expect(exit).not.toHaveBeenCalled();
  });

  test.each([
    ['a service that stopped', async () => true, true],
    ['one that did not in time', () => new Promise<boolean>(() => {}), false],
    ['one of which a part did not', async () => false, false],
    ['one that failed to', () => Promise.reject(new Error('stuck')), false],
  ])('passes to the last action whether everything stopped: %s', async (_what, stop, isStopped) => {
    const { quitter } = rig(stop);
    const last = vi.fn<(isStopped: boolean) => void>();
    void quitter.quit('another data folder', last);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(last).toHaveBeenCalledExactlyOnceWith(isStopped);
  });

  test('exits if the last action does not, and at once if it fails', async () => {
    const idle = rig(async () => true);
    await idle.quitter.quit('update', () => {});
    expect(idle.exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(idle.exit).toHaveBeenCalledExactlyOnceWith(0, true);
    const failing = rig(async () => true);
    await failing.quitter.quit('update', () => Promise.reject(new Error('no installer')));
    expect(failing.exit).toHaveBeenCalledExactlyOnceWith(1, true);
  });

  test('restarts after a request, unless a last action replaces it', async () => {
    const order: string[] = [];
    const { exit, quitter } = rig(async () => true);
    exit.mockImplementation(() => void order.push('exit'));
    const ending = quitter.quit('quit');
    quitter.thenRestart(() => order.push('restart'));
    await ending;
    expect(order).toEqual(['restart', 'exit']);
    const { quitter: moving } = rig(async () => true);
    const moved = moving.quit('another data folder', () => {});
    moving.thenRestart(() => order.push('again'));
    await moved;
    expect(order).toHaveLength(2);
  });

  test('ignores a restart request if the app stays open', async () => {
    const restart = vi.fn<() => void>();
    const may: boolean[] = [false, true];
    const { quitter } = rig(
      async () => true,
      async () => may.shift() ?? true,
    );
    quitter.thenRestart(restart);
    const kept = quitter.request('tray');
    quitter.thenRestart(restart);
    await kept;
    await quitter.request('tray');
    expect(restart).not.toHaveBeenCalled();
  });

  test('stops waiting after a time limit', async () => {
    const { app, exit } = rig(() => new Promise(() => {}));
    app.emit('before-quit', { preventDefault: () => {} });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(exit).toHaveBeenCalledWith(0, false);
  });
});

describe('ShutdownStack', () => {
  test('stops in reverse order, once, also after an error', async () => {
    const ended: string[] = [];
    const endings = new ShutdownStack(silentLogger);
    endings.add('first', () => ended.push('first'));
    endings.add('second', () => Promise.reject(new Error('stuck')));
    endings.add('third', () => ended.push('third'));
    await endings.stop();
    await endings.stop();
    expect(ended).toEqual(['third', 'first']);
  });

  test('reports parts that are still running', async () => {
    const endings = new ShutdownStack(silentLogger);
    endings.add('log', () => {});
    endings.add('service', async () => true);
    expect(await endings.stop()).toBe(true);
    endings.add('log', () => {});
    endings.add('service', async () => false);
    expect(await endings.stop()).toBe(false);
  });
});
