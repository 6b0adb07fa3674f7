/** Which section of the page the reader is at. */
import { type RefObject, useEffect, useState } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from './routes.ts';
import { headingId } from './section.tsx';

/** A section counts as reached when its top is no further than this below the page's, in pixels. */
const REACHED_PX = 120;

/** @param page the element that scrolls */
export function useCurrentSection(page: RefObject<HTMLElement | null>): SettingsSection {
  const [current, setCurrent] = useState<SettingsSection>(SETTINGS_SECTIONS[0].id);
  useEffect(() => {
    const element = page.current;
    if (!element) return undefined;
    const onScroll = (): void => setCurrent(sectionIn(element));
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [page]);
  return current;
}

function sectionIn(page: HTMLElement): SettingsSection {
  const isAtEnd = page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 2;
  const last = SETTINGS_SECTIONS.at(-1);
  if (isAtEnd && last) return last.id;
  const limit = page.getBoundingClientRect().top + REACHED_PX;
  const isReached = ({ id }: { id: SettingsSection }): boolean =>
    (document.getElementById(headingId(id))?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= limit;
  return (SETTINGS_SECTIONS.findLast(isReached) ?? SETTINGS_SECTIONS[0]).id;
}
