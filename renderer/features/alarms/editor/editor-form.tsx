import type { AlarmRule } from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import { ChannelFields } from '../fields/channel-fields.tsx';
import { LimitFields } from '../fields/limit-fields.tsx';
import type { RuleForm } from '../form/rule-form.ts';

export type EditorFormProps = Omit<EntryFormProps<AlarmRule, RuleForm>, 'result' | 'children'>;

export function EditorForm(props: EditorFormProps) {
  return (
    <EntryForm {...props}>
      <ChannelFields />
      <LimitFields />
    </EntryForm>
  );
}
