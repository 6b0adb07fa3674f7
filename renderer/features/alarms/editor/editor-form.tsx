import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import { ChannelFields } from '../fields/channel-fields.tsx';
import { LimitFields } from '../fields/limit-fields.tsx';
import type { RuleForm } from '../form/rule-form.ts';

export type EditorFormProps = Omit<EntryFormProps<RuleView, RuleForm>, 'result' | 'children'>;

export function EditorForm(props: EditorFormProps) {
  return (
    <EntryForm {...props}>
      <ChannelFields />
      <LimitFields />
    </EntryForm>
  );
}
