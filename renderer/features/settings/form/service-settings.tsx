import type { ReactNode } from 'react';
import type { Settings } from '../../../../service/contract/index.ts';
import { SettingsForm, useSettingsEditor } from '../../../components/config-editor/settings-form.tsx';
import { patchSettings } from '../../../data/settings/settings-store.ts';
import { changesOf, checkServiceForm, SERVICE_FORM, type ServiceForm } from './service-form.ts';

export interface ServiceSettingsProps {
  settings: Settings;
  /** Saved from this page. */
  onSaved: () => void;
  children: ReactNode;
}

export function ServiceSettings({ settings, onSaved, children }: ServiceSettingsProps) {
  const editor = useSettingsEditor<ServiceForm>({
    kind: SERVICE_FORM,
    settings,
    check: checkServiceForm,
    what: 'the settings',
    send: async (wanted) => {
      const changes = changesOf(wanted, settings);
      // A different spelling of the same value is not a change.
      return Object.keys(changes).length > 0 ? patchSettings(changes) : settings;
    },
    onSaved,
  });
  return (
    <SettingsForm editor={editor} label="Settings" className="settings-form">
      {children}
    </SettingsForm>
  );
}
