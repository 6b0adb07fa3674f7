import type { ReactNode } from 'react';
import { useLive, useReadable } from '../../data/react.ts';
import './entries.css';

export interface SettingsFieldsProps {
  /** For screen readers. */
  label: string;
  children: ReactNode;
}

/** Disables the fields while the service is unreachable; edits stay. */
export function SettingsFields({ label, children }: SettingsFieldsProps) {
  const { state } = useReadable(useLive().connection);
  return (
    <fieldset className="settings-fields" disabled={state !== 'live'}>
      <legend className="visually-hidden">{label}</legend>
      {children}
    </fieldset>
  );
}
