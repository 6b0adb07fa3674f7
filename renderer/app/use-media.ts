import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Three panes fit. */
export const WIDE = '(min-width: 1280px)';

/** One pane at a time. */
export const NARROW = '(max-width: 759px)';

export function useMedia(query: string): boolean {
  // A new object per render would evaluate the query again.
  const media = useMemo(() => matchMedia(query), [query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}
