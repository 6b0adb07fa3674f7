/** Media queries as state. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** From this width on, list, thing and details stand beside each other. */
export const WIDE = '(min-width: 1280px)';

/** Below this width, list and thing take turns. */
export const NARROW = '(max-width: 759px)';

export function useMedia(query: string): boolean {
  // Made once: a new one for each render makes the browser read the query again.
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
