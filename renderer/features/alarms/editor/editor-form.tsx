import { useCallback, useEffect, useEffectEvent } from 'react';
import {
  type AlarmRule,
  type ChannelRef,
  type DisplayUnit,
  deviceKey,
  fieldAt,
} from '../../../../service/contract/index.ts';
import { EntryForm, type EntryFormProps } from '../../../components/config-editor/entry-form.tsx';
import {
  type EntryEditorOptions,
  type FormEditor,
  useEntryEditor,
} from '../../../components/config-editor/use-form-editor.ts';
import type { SavedForm } from '../../../components/config-editor/use-stored-form.ts';
import { DeclaredField } from '../../../components/form/declared-field.tsx';
import { createRule, updateRule } from '../../../data/alarms/requests.ts';
import type { DeviceRecord } from '../../../data/devices/device-store.ts';
import { getOwn } from '../../../data/get-own.ts';
import { useLive } from '../../../data/react.ts';
import { ChannelFields } from '../fields/channel-fields.tsx';
import { LimitFields } from '../fields/limit-fields.tsx';
import { MoreConditions, WatchTimes } from '../fields/more-fields.tsx';
import { RULES } from '../rules.ts';
import { useUnitOf } from '../use-channel.ts';
import { checkForm } from './check-form.ts';
import {
  configurationText,
  formForChannel,
  formText,
  hasMoreConditions,
  inputOfForm,
  RULE_FIELDS,
  RULE_LABELS,
  type RuleForm,
} from './rule-form.ts';

interface EditorFormProps extends Omit<EntryFormProps<'alarm-rule', RuleForm>, 'entries' | 'children'> {
  /** Suggests a hysteresis and a delay. */
  isNew?: boolean;
}

export function EditorForm({ isNew = false, ...props }: EditorFormProps) {
  return (
    <EntryForm {...props} entries={RULES}>
      <ChannelFields />
      <LimitFields isNew={isNew} />
      <div className="form-grid">
        <DeclaredField field={fieldAt(RULE_FIELDS, 'severity')} />
        <DeclaredField field={fieldAt(RULE_FIELDS, 'message')} />
      </div>
      <MoreConditions state={props.editor.state} />
      <WatchTimes state={props.editor.state} />
    </EntryForm>
  );
}

type EditorOptions = Pick<EntryEditorOptions<'alarm-rule', RuleForm>, 'record' | 'initial' | 'what'>;

export function useEditor(options: EditorOptions): FormEditor<AlarmRule, RuleForm> {
  const unitOf = useUnitOf();
  const { devices } = useLive();
  const check = useCallback(
    (form: RuleForm) => checkForm(form, (channel) => contractUnitOf(channel, devices.get(deviceKey(channel)))),
    [devices],
  );
  return useEntryEditor({
    ...options,
    entries: RULES,
    kind: {
      labels: RULE_LABELS,
      formOf: (view, present) => formForChannel(view, present, unitOf),
      formText,
      configurationText,
    },
    check,
    openFolds: foldsOf(options.initial),
    send: (form, stored) => {
      // The Enabled switch saves itself; the form does not change it.
      const input = inputOfForm(form, options.record?.view.rule.enabled);
      return stored ? updateRule(stored.id, input) : createRule(input);
    },
  });
}

/** Empty if unknown. */
function contractUnitOf({ channel }: ChannelRef, record: DeviceRecord | undefined): string {
  return getOwn(record?.device.product.channels ?? {}, channel)?.unit ?? '';
}

/** The folds with something set. */
function foldsOf(form: RuleForm): string[] {
  return [...(hasMoreConditions(form) ? ['conditions'] : []), ...(form.watch_days === '' ? [] : ['watch'])];
}

/**
 * Calls `take` if the unit of the rule's channel arrives after the form was created. Not after the first edit: a number
 * typed without a unit must not get one afterwards.
 */
export function useLateUnit(
  { form, isDirty }: SavedForm<AlarmRule, RuleForm>,
  present: DisplayUnit,
  take: (unit: DisplayUnit) => void,
): void {
  const isLate = present.contractUnit !== '' && form.getValues('kept') === '' && !isDirty;
  const taken = useEffectEvent(() => take(present));
  useEffect(() => {
    if (isLate) taken();
  }, [isLate]);
}
