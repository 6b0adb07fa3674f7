import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import { forceNavigate } from '../../app/guarded-location.ts';
import { SETTINGS_SECTIONS, type SettingsSection, sectionRoute } from './routes.ts';
import { headingId } from './section.tsx';

export function scrollToSection(id: SettingsSection): void {
  document.getElementById(headingId(id))?.closest('section')?.scrollIntoView({ block: 'start' });
}

/** Scrolls and moves the focus. */
export function showSection(id: SettingsSection): void {
  scrollToSection(id);
  document.getElementById(headingId(id))?.focus({ preventScroll: true });
}

export function SectionList({ current }: { current: SettingsSection }) {
  const go = (event: MouseEvent, id: SettingsSection): void => {
    event.preventDefault();
    // Unsaved changes stay on the page.
    forceNavigate(sectionRoute(id), { replace: true });
    showSection(id);
  };
  return (
    <nav className="settings-sections" aria-label="Settings sections">
      <ul>
        {SETTINGS_SECTIONS.map(({ id, word }) => (
          <li key={id}>
            <Link
              href={sectionRoute(id)}
              className="settings-section-link"
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => go(event, id)}
            >
              {word}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
