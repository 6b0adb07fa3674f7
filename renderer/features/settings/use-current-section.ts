import { type RefObject, useEffect, useState } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from './routes.ts';
import { headingId } from './section.tsx';

/** A section is current once its top is this close to the top of the page, in pixels. */
const REACHED_PX = 120;

/** @param page the scrolling element */
export function useCurrentSection(page: RefObject<HTMLElement | null>): SettingsSection {
  const [current, setCurrent] = useState<SettingsSection>(SETTINGS_SECTIONS[0].id);
  useEffect(() => {
    const element = page.current;
    if (!element) return undefined;
    const look = (): void => setCurrent(sectionIn(element));
    const controller = new AbortController();
    const { signal } = controller;
    element.addEventListener('scroll', look, { passive: true, signal });
    element.addEventListener('focusin', look, { signal });
    return () => controller.abort();
  }, [page]);
  return current;
}

function sectionIn(page: HTMLElement): SettingsSection {
  const { top, bottom } = page.getBoundingClientRect();
  const topOf = ({ id }: { id: SettingsSection }): number =>
    document.getElementById(headingId(id))?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  // The last sections are too short to reach the top: use the focus.
  const goneTo = SETTINGS_SECTIONS.find(({ id }) => document.activeElement?.id === headingId(id));
  if (goneTo && topOf(goneTo) >= top && topOf(goneTo) < bottom) return goneTo.id;
  const isAtEnd = page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 2;
  const reached = SETTINGS_SECTIONS.findLast((section) => isAtEnd || topOf(section) <= top + REACHED_PX);
  return (reached ?? SETTINGS_SECTIONS[0]).id;
}
