import type { ReactNode } from 'react';
import { SETTINGS_SECTIONS, type SettingsSection } from './routes.ts';

export function headingId(id: SettingsSection): string {
  return `settings-${id}`;
}

export interface SectionProps {
  id: SettingsSection;
  children: ReactNode;
}

export function Section({ id, children }: SectionProps) {
  return (
    <section className="settings-card" aria-labelledby={headingId(id)}>
      <h2 id={headingId(id)} tabIndex={-1}>
        {SETTINGS_SECTIONS.find((section) => section.id === id)?.word}
      </h2>
      {children}
    </section>
  );
}
