import { type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { channelPath, fieldAt } from '../../../../../service/contract/index.ts';
import { DeclaredField } from '../../../../components/form/declared-field.tsx';
import { SelectField, TextField } from '../../../../components/form/field.tsx';
import { useFormField } from '../../../../components/form/use-field.ts';
import { WeekdayList } from '../../../../components/reading-choice/weekday-list.tsx';
import { SegmentedControl } from '../../../../components/segmented-control.tsx';
import type { ChannelGroup } from '../../../../data/compare/selectable-channels.ts';
import { useDisplayUnits } from '../../../../data/react.ts';
import { NEW_RULE_ROUTE } from '../../../alarms/routes.ts';
import { useRuleOptions } from '../../../alarms/use-rule-options.ts';
import { PLAN_FIELDS, type PlanForm, type StartKind } from './plan-form.ts';

const KINDS = [
  { value: 'schedule', word: 'Schedule' },
  { value: 'limit', word: 'Limit' },
  { value: 'alarm', word: 'Alarm' },
  { value: 'request', word: 'On request' },
] as const satisfies readonly { value: StartKind; word: string }[];

/** What starts a run, with the fields of its kind. */
export function StartFields({ groups }: { groups: readonly ChannelGroup[] }) {
  const { setValue } = useFormContext<PlanForm>();
  const kind = useWatch<PlanForm, 'start.kind'>({ name: 'start.kind' });
  const fields: Readonly<Record<StartKind, ReactNode>> = {
    schedule: <ScheduleFields />,
    limit: <LimitFields groups={groups} />,
    alarm: <AlarmField />,
    request: (
      <p className="form-hint">
        Runs start with <b>Start now</b>, or when another program requests one with{' '}
        <span className="mono">POST /app/v1/run-plans/…/start</span>.
      </p>
    ),
  };
  return (
    <fieldset className="form-group plan-start">
      <legend className="form-label">Start of a run</legend>
      <SegmentedControl
        label="What starts a run"
        options={KINDS}
        value={kind}
        onChange={(value) => setValue('start.kind', value, { shouldDirty: true })}
      />
      {fields[kind]}
    </fieldset>
  );
}

function ScheduleFields() {
  return (
    <>
      <WeekdayList field={fieldAt(PLAN_FIELDS, 'start.weekdays')} />
      <div className="form-grid">
        <DeclaredField
          field={fieldAt(PLAN_FIELDS, 'start.time')}
          hint="Time of the computer that runs Mensura, such as 06:00."
        />
      </div>
    </>
  );
}

const SIDES = [
  { value: 'above', word: 'Above the limit' },
  { value: 'below', word: 'Below the limit' },
] as const;

function LimitFields({ groups }: { groups: readonly ChannelGroup[] }) {
  const { setValue, getValues } = useFormContext<PlanForm>();
  const [side, shown] = useWatch<PlanForm, ['start.side', 'start.shown']>({ name: ['start.side', 'start.shown'] });
  const unit = shown ? { unit: shown } : {};
  const { label, help } = fieldAt(PLAN_FIELDS, 'start.hysteresis');
  return (
    <>
      <div className="form-grid">
        <ChannelField groups={groups} />
        <SelectField
          label="Starts when a reading is"
          value={side}
          options={SIDES}
          hint="Only after a reading that was not. A limit that is already passed does not start a run."
          onChange={({ target }) => {
            const next = target.value === 'above' ? 'above' : 'below';
            // The typed number stays.
            setValue(`start.${next}`, getValues(`start.${side}`), { shouldDirty: true });
            setValue('start.side', next, { shouldDirty: true });
          }}
        />
      </div>
      <div className="form-grid">
        <TextField
          key={side}
          label="Limit"
          inputMode="decimal"
          {...unit}
          {...useFormField<PlanForm>(`start.${side}`)}
        />
        <TextField
          label={label}
          hint={help}
          inputMode="decimal"
          {...unit}
          {...useFormField<PlanForm>('start.hysteresis')}
        />
      </div>
    </>
  );
}

/** Also lists the channel of the form while it is unknown. */
function ChannelField({ groups }: { groups: readonly ChannelGroup[] }) {
  const { setValue, getFieldState, formState } = useFormContext<PlanForm>();
  const path = useWatch<PlanForm, 'start.channel'>({ name: 'start.channel' });
  const units = useDisplayUnits();
  const channels = groups.flatMap((group) => group.channels);
  const isKnown = path === '' || channels.some((channel) => channel.path === path);
  const choose = (chosen: string): void => {
    const known = channels.find((channel) => channel.path === chosen);
    const { contractUnit: kept, unit } = units.of(known?.unit ?? '');
    setValue('start.channel', chosen, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    setValue('start.kept', kept);
    setValue('start.shown', unit);
  };
  return (
    <SelectField
      label="Channel"
      name="start.channel"
      value={path}
      onChange={({ target }) => choose(target.value)}
      error={getFieldState('start.channel', formState).error?.message}
      options={[
        { value: '', word: 'Select a channel' },
        ...(isKnown ? [] : [{ value: path, word: `${path} (unknown)` }]),
        ...channels.map(({ ref, name, device }) => ({
          value: channelPath(ref),
          word: ref.family === 'computed' ? name : `${device}: ${name} (${ref.serial})`,
        })),
      ]}
    />
  );
}

/** Also lists the rule of the form after it was deleted. */
function AlarmField() {
  const { getFieldState, formState } = useFormContext<PlanForm>();
  const rule = useWatch<PlanForm, 'start.rule'>({ name: 'start.rule' });
  const rules = useRuleOptions();
  const isKnown = rule === '' || rules.some(({ value }) => value === rule);
  const { error: _error, ...binding } = useFormField<PlanForm>('start.rule');
  return (
    <SelectField
      label={fieldAt(PLAN_FIELDS, 'start.rule').label}
      {...binding}
      error={getFieldState('start.rule', formState).error?.message}
      hint={
        rules.length === 0 ? (
          <>
            No alarm rules yet. <Link href={NEW_RULE_ROUTE}>Add a rule</Link> first.
          </>
        ) : (
          'A run starts when an alarm of this rule is raised.'
        )
      }
      options={[
        { value: '', word: 'Select an alarm rule' },
        ...(isKnown ? [] : [{ value: rule, word: `${rule} (deleted)` }]),
        ...rules.map(({ value, label, note }) => ({ value, word: note ? `${label} (${note})` : label })),
      ]}
    />
  );
}
