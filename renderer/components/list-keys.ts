import type { KeyboardEvent } from 'react';
import { useLocation } from 'wouter';

const PAGE = 8;

/**
 * @param index -1 without a selection
 * @returns undefined for a key that does not move
 */
export function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(last, Math.max(0, index) + PAGE);
    case 'PageUp':
      return Math.max(0, index - PAGE);
    default:
      return undefined;
  }
}

interface RowActivation {
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function useRowActivation(): (route: string) => RowActivation {
  const [, navigate] = useLocation();
  return (route) => ({
    onClick: () => navigate(route),
    onKeyDown: (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      navigate(route);
    },
  });
}
