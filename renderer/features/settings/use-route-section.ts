/** Leads to the section that the address names. */
import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { sectionOfRoute } from './routes.ts';
import { scrollToSection, showSection } from './section-list.tsx';

/** What tells that the user has taken over. */
const TAKEN_OVER = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;

/**
 * Shows the section when the address comes to name one, and keeps it in view while the page grows above it (devices and
 * their units arrive a moment later), until the user does anything.
 *
 * @param page the element that scrolls
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
