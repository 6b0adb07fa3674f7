/** Where the list of lines stands while lines come and go. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';

/** Keeps the newest line in view while the list follows, and else what is in view where it is. */
export function useSteadyScroll(
  area: RefObject<HTMLDivElement | null>,
  entries: readonly LogEntry[],
  isFollowing: boolean,
): void {
  const before = useRef({ oldest: undefined as number | undefined, height: 0 });
  /** Where the list was last taken to its end. */
  const end = useRef(0);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const { oldest, height } = before.current;
    const first = entries[0]?.id;
    if (isFollowing) end.current = toEnd(element);
    // Older lines came on top: what was in view is as far from the end as it was.
    else if (first !== undefined && oldest !== undefined && first < oldest) {
      element.scrollBy({ top: element.scrollHeight - height });
    }
    before.current = { oldest: first, height: element.scrollHeight };
  }, [area, entries, isFollowing]);

  // Fonts that come late and a window that is made smaller move the end too.
  useEffect(() => {
    const element = area.current;
    if (!element || !isFollowing) return undefined;
    const observer = new ResizeObserver(() => {
      // The user scrolled up a moment ago, and it is not known yet that the list follows no more.
      if (element.scrollTop < end.current && !isAtEnd(element)) return;
      end.current = toEnd(element);
    });
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [area, isFollowing]);
}

/** So close to its end the list follows new lines. In pixels. */
const NEAR_PX = 24;

export function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
}

/** @returns where it stands then */
function toEnd(element: HTMLElement): number {
  element.scrollTo({ top: element.scrollHeight });
  return element.scrollTop;
}
