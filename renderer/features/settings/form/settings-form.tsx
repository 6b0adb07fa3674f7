/** What is stored in the service's settings: typed and switched here, saved together. */
import { type FormEvent, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Settings } from '../../../../service/contract/index.ts';
import { keepFormFocus } from '../../../components/entries/keep-form-focus.ts';
import { SaveBar } from '../../../components/entries/save-bar.tsx';
import '../../../components/entries/entries.css';
import { useFormEditor } from '../../../components/entries/use-form-editor.ts';
import { Notice } from '../../../components/notice.tsx';
import { useLive } from '../../../data/react.ts';
import { patchSettings } from '../../../data/settings/requests.ts';
import { checkServiceForm } from './check-form.ts';
import { changesOf, SERVICE_FORM, type ServiceForm } from './service-form.ts';

export interface SettingsFormProps {
  settings: Settings;
  /** They were changed from here. */
  onSaved: () => void;
  children: ReactNode;
}

export function SettingsForm({ settings, onSaved, children }: SettingsFormProps) {
  const live = useLive();
  const editor = useFormEditor<Settings, ServiceForm>({
    kind: SERVICE_FORM,
    stored: settings,
    initial: SERVICE_FORM.formOf(settings),
    check: checkServiceForm,
    what: 'the settings',
    send: async (wanted) => {
      const changes = changesOf(wanted, settings);
      // What differs only in how it is written is stored as it is.
      return Object.keys(changes).length > 0 ? patchSettings(changes) : settings;
    },
    onSaved: (answer, sent, state) => {
      live.settings.set(answer);
      keepFormFocus(state.element.current);
      state.settle(answer, sent);
      onSaved();
    },
  });
  const { busy, failure } = editor;
  const { form, element, isDirty, changedElsewhere, takeStored } = editor.state;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty) void editor.save();
  };
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        tabIndex={-1}
        aria-label="Settings"
        noValidate
        autoComplete="off"
        className="settings-form"
        onSubmit={onSubmit}
      >
        {children}
        <div className="settings-form-notices">
          {changedElsewhere && (
            <Notice
              tone="info"
              title="These settings were changed elsewhere"
              actions={
                <button type="button" className="button" onClick={takeStored}>
                  Take what is stored
                </button>
              }
            >
              <p>Saving replaces that by what stands here.</p>
            </Notice>
          )}
          <div role="alert">
            {failure && (
              <Notice tone="bad" title="It was not saved" onClose={editor.dismissFailure}>
                <p>{failure}</p>
              </Notice>
            )}
          </div>
        </div>
        {isDirty && (
          <SaveBar
            isDirty
            busy={busy}
            isNew={false}
            saveWord="Save"
            discardWord="Discard"
            onDiscard={() => {
              keepFormFocus(element.current);
              takeStored();
            }}
          />
        )}
      </form>
    </FormProvider>
  );
}
