import type { GatewayView } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { TestNotice } from '../../../components/config-editor/test-notice.tsx';
import { GatewayFields } from '../fields/gateway-fields.tsx';
import { KindField } from '../fields/kind-field.tsx';
import { formText, type GatewayForm } from '../form/gateway-form.ts';
import { FoundOffers } from '../offers/found-offers.tsx';
import { TestDetails } from './test-details.tsx';
import type { Editor } from './use-editor.ts';

export interface EditorFormProps
  extends Omit<EntryFormProps<GatewayView, GatewayForm>, 'editor' | 'verdict' | 'children'> {
  editor: Editor;
}

export function EditorForm(props: EditorFormProps) {
  const { test } = props.editor;
  return (
    <EntryForm
      {...props}
      result={<TestNotice state={test.state} formText={formText} more={TestDetails} onDismiss={test.dismiss} />}
    >
      {/* The kind of a stored gateway cannot change. */}
      {props.isNew && <KindField />}
      {props.isNew && <FoundOffers />}
      <GatewayFields />
    </EntryForm>
  );
}
