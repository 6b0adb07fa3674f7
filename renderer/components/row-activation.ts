import type { KeyboardEvent } from 'react';
import { useLocation } from 'wouter';

export interface RowActivation {
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
