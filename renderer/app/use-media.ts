/** Media queries as state. */
import { useCallback, useSyncExternalStore } from 'react';

/** From this width on, list, thing and details stand beside each other. */
export const WIDE = '(min-width: 1280px)';

/** Below this width, list and thing take turns. */
export const NARROW = '(max-width: 759px)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
