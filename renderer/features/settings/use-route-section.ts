import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { sectionOfRoute } from './routes.ts';
import { scrollToSection, showSection } from './section-list.tsx';

/** Signs that the user has taken over. */
const TAKEN_OVER = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Scrolls to the section that the route names, and keeps it in view while content above it loads, until the user acts.
 * @param page the scrolling element
 */
export function useRouteSection(page: RefObject<HTMLElement | null>): void {
  const [route] = useLocation();
  const section = sectionOfRoute(route);
  useEffect(() => {
    const element = page.current;
    if (!section || !element) return undefined;
    showSection(section);
    const observer = new ResizeObserver(() => scrollToSection(section));
    for (const child of element.children) observer.observe(child);
    const controller = new AbortController();
    const end = (): void => {
      observer.disconnect();
      controller.abort();
    };
    for (const event of TAKEN_OVER) {
      window.addEventListener(event, end, { passive: true, capture: true, signal: controller.signal });
    }
    return end;
  }, [section, page]);
}
