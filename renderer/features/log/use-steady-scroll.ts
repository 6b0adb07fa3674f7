/** Keeps the scroll position while entries are added and removed. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';

export function useSteadyScroll(
  area: RefObject<HTMLDivElement | null>,
  entries: readonly LogEntry[],
  isFollowing: boolean,
): void {
  const before = useRef({ oldest: undefined as number | undefined, height: 0 });
  /** Last scroll position at the end. */
  const end = useRef(0);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const { oldest, height } = before.current;
    const first = entries[0]?.id;
    if (isFollowing) end.current = toEnd(element);
    // Older entries were added on top: keep the distance to the end.
    else if (first !== undefined && oldest !== undefined && first < oldest) {
      element.scrollBy({ top: element.scrollHeight - height });
    }
    before.current = { oldest: first, height: element.scrollHeight };
  }, [area, entries, isFollowing]);

  // Late fonts and a smaller window move the end too.
  useEffect(() => {
    const element = area.current;
    if (!element || !isFollowing) return undefined;
    const observer = new ResizeObserver(() => {
      // The user has just scrolled up; `isFollowing` is about to change.
      if (element.scrollTop < end.current && !isAtEnd(element)) return;
      end.current = toEnd(element);
    });
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [area, isFollowing]);
}

/** Closer to the end than this, the list follows new entries. In pixels. */
const NEAR_PX = 24;

export function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
}

/** @returns the new scroll position */
function toEnd(element: HTMLElement): number {
  element.scrollTo({ top: element.scrollHeight });
  return element.scrollTop;
}
