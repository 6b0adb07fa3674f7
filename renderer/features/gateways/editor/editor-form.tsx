import type { GatewayTestResult, GatewayView } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { TestNotice } from '../../../components/config-editor/test-notice.tsx';
import { formatCount } from '../../../data/format/numbers.ts';
import { instrumentsWords } from '../../../data/gateways/labels.ts';
import { GatewayFields } from '../fields/gateway-fields.tsx';
import { KindField } from '../fields/kind-field.tsx';
import { formText, type GatewayForm } from '../form/gateway-form.ts';
import { FoundOffers } from '../offers/found-offers.tsx';
import { UnknownAnswer } from '../unknown-response.tsx';
import type { Editor } from './use-editor.ts';

const SHOWN = 12;

function TestDetails({ result: { instruments, unknown_answer } }: { result: GatewayTestResult }) {
  const more = instruments.length - SHOWN;
  return (
    <>
      {instruments.length > 0 && (
        <p>
          Found {instrumentsWords(instruments.length)}:{' '}
          <span className="mono">{instruments.slice(0, SHOWN).join(', ')}</span>
          {more > 0 && ` and ${formatCount(more)} more`}.
        </p>
      )}
      {unknown_answer && <UnknownAnswer answer={unknown_answer} />}
    </>
  );
}

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
