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
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const { oldest, height } = before.current;
    const first = entries[0]?.id;
    if (isFollowing) element.scrollTo({ top: element.scrollHeight });
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
    const observer = new ResizeObserver(() => element.scrollTo({ top: element.scrollHeight }));
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [area, isFollowing]);
}
