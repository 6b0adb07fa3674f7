import type { FieldValues } from 'react-hook-form';
import type { Settings } from '../../../service/contract/index.ts';
import { useLive } from '../../data/react.ts';
import { keepFormFocus } from './keep-form-focus.ts';
import { type FormEditor, type FormEditorOptions, useFormEditor } from './use-form-editor.ts';

export interface SettingsEditorOptions<Form extends FieldValues>
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
