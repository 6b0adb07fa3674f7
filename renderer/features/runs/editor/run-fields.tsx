import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { fieldAt } from '../../../../service/contract/index.ts';
import { DeclaredField } from '../../../components/form/declared-field.tsx';
import { Field } from '../../../components/form/field.tsx';
import { TimestampField } from '../../../components/form/timestamp-field.tsx';
import { useFormField } from '../../../components/form/use-field.ts';
import { Notice } from '../../../components/notice.tsx';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import type { ChannelGroup } from '../../../data/compare/selectable-channels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { sectionRoute } from '../../settings/routes.ts';
import { ChannelsField } from './channels-field.tsx';
import { RUN_FIELDS, type RunForm } from './run-form.ts';

export interface RunFieldsProps {
  groups: readonly ChannelGroup[];
  /** With its time. */
  isNew: boolean;
}

export function RunFields({ groups, isNew }: RunFieldsProps) {
  return (
    <>
      <div className="form-grid">
        <DeclaredField field={fieldAt(RUN_FIELDS, 'name')} />
        <DeclaredField field={fieldAt(RUN_FIELDS, 'operator')} />
      </div>
      {isNew && <TimeFields />}
      <ChannelsField groups={groups} />
      <SimulatedNotice groups={groups} />
      <DeclaredField field={fieldAt(RUN_FIELDS, 'tags')} />
      <NotesField />
    </>
  );
}

const TIMES = [
  { value: 'now', word: 'Start now' },
  { value: 'past', word: 'Stored readings' },
] as const;

function TimeFields() {
  const { setValue } = useFormContext<RunForm>();
  const isPast = useWatch<RunForm, 'isPast'>({ name: 'isPast' });
  return (
    <>
      <SegmentedControl
        label="Time of the run"
        options={TIMES}
        value={isPast ? 'past' : 'now'}
        onChange={(value) => setValue('isPast', value === 'past', { shouldDirty: true })}
      />
      {isPast ? (
        <RangeFields />
      ) : (
        <div className="form-grid">
          <DeclaredField field={fieldAt(RUN_FIELDS, 'stop_after_s')} />
          <DeclaredField field={fieldAt(RUN_FIELDS, 'pre_trigger_s')} />
        </div>
      )}
    </>
  );
}

function RangeFields() {
  const { setValue, getFieldState, formState } = useFormContext<RunForm>();
  const range = useWatch<RunForm, 'range'>({ name: 'range' });
  return (
    <fieldset className="form-group">
      <legend className="form-label">Range (local time)</legend>
      <div className="form-grid">
        {(['from', 'to'] as const).map((name) => (
          <TimestampField
            key={name}
            label={name === 'from' ? 'From' : 'To'}
            name={`range.${name}`}
            at={range[name]}
            error={getFieldState(`range.${name}`, formState).error?.message}
            onChange={(at) => setValue(`range.${name}`, at, { shouldDirty: true, shouldTouch: true })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Readings that are not stored are in no run. */
export function SimulatedNotice({ groups }: Pick<RunFieldsProps, 'groups'>) {
  const settings = useReadable(useLive().settings.all);
  const paths = useWatch<RunForm, 'channels'>({ name: 'channels' });
  const isSimulated = groups.some(({ channels }) => channels.some((one) => one.simulated && paths.includes(one.path)));
  if (!isSimulated || settings?.simulate_publish !== false) return null;
  return (
    <Notice tone="info" title="Readings of simulated devices are not stored">
      <p>
        A run contains only stored readings. To include simulated devices, turn on “Store and publish simulated
        readings” in the <Link href={sectionRoute('simulated')}>settings</Link>.
      </p>
    </Notice>
  );
}

export function NotesField() {
  const { error, ...binding } = useFormField<RunForm>('notes');
  const { label } = fieldAt(RUN_FIELDS, 'notes');
  return (
    <Field label={label} error={error}>
      {(control) => <textarea {...control} {...binding} data-field="notes" className="field" rows={5} />}
    </Field>
  );
}
