/** Pages that are read when they are first shown: the window starts with the one that most people open it for. */
import { type ComponentType, createElement, type ReactElement } from 'react';
import { type Readable, ValueStore } from '../data/store.ts';

/** A page, once it is read. */
export interface LazyPage extends Readable<ReactElement | undefined> {
  /** Reads it, once; again only after it could not be read. @throws Error as the browser's `import()` */
  readonly read: () => Promise<void>;
}

/** A page that is part of what the window starts with. */
export function eagerPage(component: ComponentType): LazyPage {
  const { get, subscribe } = new ValueStore<ReactElement | undefined>(createElement(component));
  return { get, subscribe, read: () => Promise.resolve() };
}

/** @param load imports it */
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
 * Reads the pages one after the other while the window has nothing else to do, so that each is there when it is gone to,
 * even if the service is not any more.
 * @returns ends it
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
      // Whoever goes there is told.
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
