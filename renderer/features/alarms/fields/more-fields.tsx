/** Conditions and times that most rules do not have, each group behind a disclosure. */
import { useFormContext, useWatch } from 'react-hook-form';
import {
  type ChannelRef,
  channelPath,
  deviceKey,
  fieldAt,
  parseChannelPath,
  type Weekday,
} from '../../../../service/contract/index.ts';
import { Fold, type FoldProps } from '../../../components/config-editor/fold.tsx';
import { DeclaredField } from '../../../components/form/declared-field.tsx';
import { choicesOf, SelectField, TextField } from '../../../components/form/field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import { WeekdayList } from '../../../components/reading-choice/weekday-list.tsx';
import { channelLabel, formatChannelLabel } from '../../../data/alarms/channel-label.ts';
import { channelsOf } from '../../../data/devices/channels.ts';
import { groupDevices } from '../../../data/devices/grouping.ts';
import { formatDayTimes } from '../../../data/format/weekdays.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { inputOfForm, REFERENCE_FIELD, RULE_FIELDS, type RuleForm, TYPED } from '../editor/rule-form.ts';
import { ConditionField } from './limit-fields.tsx';

type State = Pick<FoldProps, 'state'>;

export function MoreConditions({ state }: State) {
  const unit = useWatch<RuleForm, 'shown'>({ name: 'shown' });
  const isTyped = useWatch<RuleForm, 'reference'>({ name: 'reference' }) === TYPED;
  return (
    <Fold name="conditions" title="More conditions" subjects="change, deviation from another channel" state={state}>
      <div className="form-grid">
        <ConditionField path="change" unit={unit} />
        <ConditionField path="change_s" />
        <ConditionField path="deviation" unit={unit} />
        <ReferenceField />
        {isTyped && <TypedReference />}
      </div>
    </Fold>
  );
}

/** The channels with the unit of the rule's channel; all if that is unknown. */
function ReferenceField() {
  const { setValue, getFieldState, formState } = useFormContext<RuleForm>();
  const { devices } = useLive();
  const records = useReadable(devices.list);
  const [chosen, family, serial, channel, kept] = useWatch<
    RuleForm,
    ['reference', 'family', 'serial', 'channel', 'kept']
  >({ name: ['reference', 'family', 'serial', 'channel', 'kept'] });
  const own = channelPath({ family, serial: serial.trim(), channel: channel.trim() });
  const nameOf = (ref: ChannelRef): string => formatChannelLabel(channelLabel(ref, devices.get(deviceKey(ref))));
  const options = groupDevices(records)
    .flatMap(({ items }) => items)
    .flatMap(({ device }) =>
      channelsOf(device)
        .filter(({ unit }) => kept === '' || unit === kept)
        .map(({ label }): ChannelRef => ({ family: device.family, serial: device.serial, channel: label })),
    )
    .map((ref) => ({ value: channelPath(ref), word: nameOf(ref) }))
    .filter(({ value }) => value !== own);
  const isListed = chosen === '' || chosen === TYPED || options.some(({ value }) => value === chosen);
  const other = isListed ? undefined : parseChannelPath(chosen);
  return (
    <SelectField
      label={REFERENCE_FIELD.label}
      name="reference"
      value={chosen}
      hint={REFERENCE_FIELD.help}
      error={getFieldState('reference', formState).error?.message}
      onChange={({ target }) => {
        setValue('reference', target.value, { shouldDirty: true, shouldTouch: true });
      }}
      options={[
        { value: '', word: 'None' },
        ...(other ? [{ value: chosen, word: nameOf(other) }] : []),
        ...options,
        { value: TYPED, word: 'Enter a channel…' },
      ]}
    />
  );
}

function TypedReference() {
  const serial = fieldAt(RULE_FIELDS, 'serial');
  const family = fieldAt(RULE_FIELDS, 'family');
  return (
    <>
      <TextField
        label={`${serial.label} to compare with`}
        mono
        hint={serial.help}
        {...useFormField<RuleForm>('reference_serial')}
      />
      <SelectField
        label={`${family.label} to compare with`}
        {...useFormField<RuleForm>('reference_family')}
        options={choicesOf(family)}
      />
      <TextField
        label="Channel to compare with"
        mono
        {...useFormField<RuleForm>('reference_channel')}
        hint={
          <>
            API name of the channel, such as <span className="mono">temperature</span>.
          </>
        }
      />
    </>
  );
}

export function WatchTimes({ state }: State) {
  const form = useWatch<RuleForm>() as RuleForm;
  return (
    <Fold name="watch" title="Watch times" subjects={watchWords(inputOfForm(form).watch_days, form)} state={state}>
      <div className="form-grid">
        <WeekdayList field={fieldAt(RULE_FIELDS, 'watch_days')} />
        <div className="watch-times">
          <DeclaredField field={fieldAt(RULE_FIELDS, 'watch_from')} />
          <DeclaredField field={fieldAt(RULE_FIELDS, 'watch_to')} />
        </div>
      </div>
    </Fold>
  );
}

function watchWords(days: readonly Weekday[], { watch_from, watch_to }: RuleForm): string {
  return days.length === 0 ? 'always' : formatDayTimes(days, watch_from.trim(), watch_to.trim());
}
