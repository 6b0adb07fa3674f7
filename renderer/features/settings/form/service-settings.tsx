/** What is stored in the service's settings: typed and switched here, saved together. */
import type { ReactNode } from 'react';
import type { Settings } from '../../../../service/contract/index.ts';
import { SettingsForm } from '../../../components/config-editor/settings-form.tsx';
import { useSettingsEditor } from '../../../components/config-editor/use-settings-editor.ts';
import { patchSettings } from '../../../data/settings/requests.ts';
import { checkServiceForm } from './check-form.ts';
import { changesOf, SERVICE_FORM, type ServiceForm } from './service-form.ts';

export interface ServiceSettingsProps {
  settings: Settings;
  /** They were changed from here. */
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
      // What differs only in how it is written is stored as it is.
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
