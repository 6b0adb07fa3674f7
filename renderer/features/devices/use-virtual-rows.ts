import { type RefObject, useLayoutEffect, useState } from 'react';
import type { ListWindow } from './list-layout.ts';

/** Granularity of the scroll position, and margin of rows drawn beyond the edges, in pixels. */
const STEP = 200;

/** The visible part of the element, in its own coordinates and in steps, with a margin of one step on either side. */
export function useVirtualRows(area: RefObject<HTMLElement | null>): ListWindow {
  const [window, setWindow] = useState<ListWindow>({ top: 0, height: 1000 });
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const measure = (): void => {
      const top = Math.floor(element.scrollTop / STEP) * STEP - STEP;
      const height = Math.ceil(element.clientHeight / STEP) * STEP + 3 * STEP;
      setWindow((known) => (known.top === top && known.height === height ? known : { top, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [area]);
  return window;
}
