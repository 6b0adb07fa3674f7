import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Endings } from '../../electron/endings.ts';
import { Quitter, type QuitterOptions } from '../../electron/quit.ts';
import { silentLogger } from '../../service/support/logger.ts';

function rig(stop: () => Promise<void>) {
  const app = Object.assign(new EventEmitter(), { exit: vi.fn<(code: number) => void>() });
  const signals = new EventEmitter();
  const options = { app, process: signals, stop, logger: silentLogger } as unknown as QuitterOptions;
  const quitter = new Quitter(options);
  quitter.start();
  return { app, signals, quitter };
}

describe('Quitter', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('holds the app back until everything stopped, then ends it with 0', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { app, quitter } = rig(() => promise);
    const event = { preventDefault: vi.fn<() => void>() };
    app.emit('before-quit', event);
    expect(event.preventDefault).toHaveBeenCalled();
    expect(quitter.isQuitting).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(app.exit).not.toHaveBeenCalled();
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('stops once, however often it is asked', async () => {
    const stop = vi.fn<() => Promise<void>>(async () => {});
    const { app, signals, quitter } = rig(stop);
    signals.emit('SIGTERM');
    signals.emit('SIGINT');
    await quitter.quit('tray');
    expect(stop).toHaveBeenCalledTimes(1);
    expect(app.exit).toHaveBeenCalledTimes(1);
  });

  it('does not wait for ever', async () => {
    const { app } = rig(() => new Promise(() => {}));
    app.emit('before-quit', { preventDefault: () => {} });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(app.exit).toHaveBeenCalledWith(0);
  });
});

describe('Endings', () => {
  it('ends in reverse order, past one that fails, and only once', async () => {
    const ended: string[] = [];
    const endings = new Endings(silentLogger);
    endings.add('first', () => ended.push('first'));
    endings.add('second', () => Promise.reject(new Error('stuck')));
    endings.add('third', () => ended.push('third'));
    await endings.run();
    await endings.run();
    expect(ended).toEqual(['third', 'first']);
  });
});
