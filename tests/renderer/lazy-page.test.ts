import type { ComponentType } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eagerPage, lazyPage, preloadWhenIdle } from '../../renderer/app/lazy-page.ts';

/** A bound for busy machines, not an expectation. */
const PATIENCE = { timeout: 20_000 };

const Content = (): null => null;

describe('lazyPage', () => {
  test('is read once, and tells when it is there', async () => {
    const load = vi.fn<() => Promise<ComponentType>>(() => Promise.resolve(Content));
    const page = lazyPage(load);
    const told = vi.fn<() => void>();
    page.subscribe(told);
    expect(page.get()).toBeUndefined();
    await Promise.all([page.read(), page.read()]);
    await page.read();
    expect([load.mock.calls.length, told.mock.calls.length]).toEqual([1, 1]);
    expect(page.get()?.type).toBe(Content);
  });

  test('is read again after it could not be', async () => {
    const load = vi
      .fn<() => Promise<ComponentType>>(() => Promise.resolve(Content))
      .mockRejectedValueOnce(new Error('gone'));
    const page = lazyPage(load);
    await expect(page.read()).rejects.toThrow('gone');
    await page.read();
    expect(page.get()?.type).toBe(Content);
  });
});

describe('presentPage', () => {
  test('is there at once', () => {
    expect(eagerPage(Content).get()?.type).toBe(Content);
  });
});

describe('readWhenIdle', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A browser that is idle when it is told to be. */
  function idleBrowser(): { idle: () => void } {
    const waiting = new Map<number, () => void>();
    let last = 0;
    vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.set((last += 1), run) && last);
    vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id));
    return {
      idle: () => {
        const runs = [...waiting.values()];
        waiting.clear();
        for (const run of runs) run();
      },
    };
  }

  test('reads one page after the other', async () => {
    const browser = idleBrowser();
    const pages = [lazyPage(() => Promise.resolve(Content)), lazyPage(() => Promise.resolve(Content))];
    preloadWhenIdle(pages);
    const read = (): boolean[] => pages.map((page) => page.get() !== undefined);
    expect(read()).toEqual([false, false]);
    browser.idle();
    await vi.waitFor(() => expect(read()).toEqual([true, false]), PATIENCE);
    await vi.waitFor(() => {
      browser.idle();
      expect(read()).toEqual([true, true]);
    }, PATIENCE);
  });

  test('reads nothing once it has ended', () => {
    const browser = idleBrowser();
    const load = vi.fn<() => Promise<ComponentType>>(() => Promise.resolve(Content));
    preloadWhenIdle([lazyPage(load)])();
    browser.idle();
    expect(load).not.toHaveBeenCalled();
  });
});
