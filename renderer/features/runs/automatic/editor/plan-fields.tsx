import { useWatch } from 'react-hook-form';
import { fieldAt } from '../../../../../service/contract/index.ts';
import { DeclaredField } from '../../../../components/form/declared-field.tsx';
import type { ChannelGroup } from '../../../../data/compare/selectable-channels.ts';
import { useServiceNow } from '../../../../data/react.ts';
import { exampleRunName } from '../../../../data/runs/plan-labels.ts';
import { ChannelsField } from '../../editor/channels-field.tsx';
import { NotesField, SimulatedNotice } from '../../editor/run-fields.tsx';
import { isOverSometime, PLAN_FIELDS, type PlanForm } from './plan-form.ts';
import { StartFields } from './start-fields.tsx';

export interface PlanFieldsProps {
  groups: readonly ChannelGroup[];
  /** A saved one has a switch above the form. */
  isNew: boolean;
}

export function PlanFields({ groups, isNew }: PlanFieldsProps) {
  const kind = useWatch<PlanForm, 'start.kind'>({ name: 'start.kind' });
  return (
    <>
      <div className="form-grid">
        <DeclaredField field={fieldAt(PLAN_FIELDS, 'name')} hint={<NameHint />} />
        <DeclaredField field={fieldAt(PLAN_FIELDS, 'operator')} />
      </div>
      <StartFields groups={groups} />
      {isNew && kind !== 'request' && <DeclaredField field={fieldAt(PLAN_FIELDS, 'enabled')} />}
      <div className="form-grid">
        <DeclaredField
          field={fieldAt(PLAN_FIELDS, 'stop_after_s')}
          hint="Such as 3 h. Empty: no planned end. At most 366 days."
        />
        <DeclaredField field={fieldAt(PLAN_FIELDS, 'pre_trigger_s')} />
      </div>
      {isOverSometime(kind) && <DeclaredField field={fieldAt(PLAN_FIELDS, 'stop_when_over')} />}
      <ChannelsField groups={groups} />
      <SimulatedNotice groups={groups} />
      <DeclaredField field={fieldAt(PLAN_FIELDS, 'tags')} />
      <NotesField />
    </>
  );
}

/** The help, and the name that a run would have now. */
function NameHint() {
  const name = useWatch<PlanForm, 'name'>({ name: 'name' });
  const now = useServiceNow();
  const { help } = fieldAt(PLAN_FIELDS, 'name');
  return (
    <>
      {help}{' '}
      {name.trim() !== '' && (
        <span className="plan-example">
          Example: <bdi>{exampleRunName(name, now)}</bdi>
        </span>
      )}
    </>
  );
}
