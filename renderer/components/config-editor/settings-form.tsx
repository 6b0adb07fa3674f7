import type { FormEvent, ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { Settings } from '../../../service/contract/index.ts';
import './entries.css';
import { useLive, useReadable } from '../../data/react.ts';
import { ChangedElsewhere, keepFormFocus, SaveBar, SaveFailure } from './save-bar.tsx';
import { type FormEditor, type FormEditorOptions, useFormEditor } from './use-form-editor.ts';

export interface SettingsFormProps<Form extends FieldValues> {
  editor: FormEditor<Settings, Form>;
  /** For screen readers. */
  label: string;
  className: string;
  children: ReactNode;
}

export function SettingsForm<Form extends FieldValues>(props: SettingsFormProps<Form>) {
  const { editor, label, className, children } = props;
  const { form, element, isDirty, changedElsewhere, loadStored } = editor.state;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDirty) void editor.save();
  };
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        tabIndex={-1}
        aria-label={label}
        noValidate
        autoComplete="off"
        className={className}
        onSubmit={onSubmit}
      >
        {children}
        <div className="settings-form-notices">
          {changedElsewhere && <ChangedElsewhere what="These settings were" tone="info" onReload={loadStored} />}
          <SaveFailure editor={editor} />
        </div>
        {/* The page is long and mostly read: the bar appears with the first change. */}
        {isDirty && (
          <SaveBar
            isDirty
            busy={editor.busy}
            isNew={false}
            saveWord="Save changes"
            discardWord="Discard changes"
            onDiscard={() => {
              keepFormFocus(element.current);
              loadStored();
            }}
          />
        )}
      </form>
    </FormProvider>
  );
}

interface SettingsFieldsProps {
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

interface SettingsEditorOptions<Form extends FieldValues>
  extends Pick<FormEditorOptions<Settings, Form>, 'kind' | 'check' | 'what' | 'send'> {
  settings: Settings;
  /** Saved from this page. */
  onSaved: () => void;
}

export function useSettingsEditor<Form extends FieldValues>(
  options: SettingsEditorOptions<Form>,
): FormEditor<Settings, Form> {
  const { settings, onSaved, ...rest } = options;
  const live = useLive();
  return useFormEditor<Settings, Form>({
    ...rest,
    stored: settings,
    initial: rest.kind.formOf(settings),
    onSaved: (saved, sent, state) => {
      live.settings.set(saved);
      keepFormFocus(state.element.current);
      state.settle(saved, sent);
      onSaved();
    },
  });
}
