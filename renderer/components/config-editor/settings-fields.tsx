import type { ReactNode } from 'react';
import { useLive, useReadable } from '../../data/react.ts';
import './entries.css';

export interface SettingsFieldsProps {
  /** What they are called for those who do not see it. */
  label: string;
  children: ReactNode;
}

/** The fields of a form of settings: what is typed stays while the service is away, and nothing can be changed. */
export function SettingsFields({ label, children }: SettingsFieldsProps) {
  const { state } = useReadable(useLive().connection);
  return (
    <fieldset className="settings-fields" disabled={state !== 'live'}>
      <legend className="visually-hidden">{label}</legend>
      {children}
    </fieldset>
  );
}
