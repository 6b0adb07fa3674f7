/** Pages loaded on first use, so that the window starts fast. */
import { type ComponentType, createElement, type ReactElement } from 'react';
import { type Readable, ValueStore } from '../data/store.ts';

/** Undefined until it is loaded. */
export interface LazyPage extends Readable<ReactElement | undefined> {
  /** Loads it once; retries only after a failure. @throws Error from `import()` */
  readonly read: () => Promise<void>;
}

/** A page in the main bundle. */
export function eagerPage(component: ComponentType): LazyPage {
  const { get, subscribe } = new ValueStore<ReactElement | undefined>(createElement(component));
  return { get, subscribe, read: () => Promise.resolve() };
}

export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const store = new ValueStore<ReactElement | undefined>(undefined);
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      store.set(createElement(await load()));
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
  return { get: store.get, subscribe: store.subscribe, read: () => (reading ??= read()) };
}

/**
 * Loads the pages one by one while the window is idle, so that they open even if the service stops.
 * @returns stops it
 */
export function preloadWhenIdle(pages: readonly LazyPage[]): () => void {
  let isEnded = false;
  let request = 0;
  const readFrom = async (index: number): Promise<void> => {
    const page = pages[index];
    if (!page || isEnded) return;
    try {
      await page.read();
    } catch {
      // The error appears when the user opens the page.
      return;
    }
    request = requestIdleCallback(() => void readFrom(index + 1));
  };
  request = requestIdleCallback(() => void readFrom(0));
  return () => {
    isEnded = true;
    cancelIdleCallback(request);
  };
}
