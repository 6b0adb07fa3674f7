import { useWatch } from 'react-hook-form';
import { fieldAt } from '../../../../service/contract/index.ts';
import type { CheckListOption } from '../../../components/form/check-group.tsx';
import { DeclaredField, FieldGroup } from '../../../components/form/declared-field.tsx';
import { CheckList } from '../../../components/reading-choice/check-list.tsx';
import { deviceOptions } from '../../../components/reading-choice/device-options.ts';
import { WeekdayList } from '../../../components/reading-choice/weekday-list.tsx';
import { useLive, useReadable } from '../../../data/react.ts';
import { useRuleOptions } from '../../alarms/use-rule-options.ts';
import { DESTINATION_FIELDS, type DestinationForm } from './destination-form.ts';

/** Which alarms are sent, and when again. */
export function AlarmFields() {
  const alarms = useWatch<DestinationForm, 'alarms'>({ name: 'alarms' });
  const records = useReadable(useLive().devices.known);
  const rules = useRuleOptions();
  const listOf = (path: string, options: readonly CheckListOption[], none: string) => (
    <CheckList field={fieldAt(DESTINATION_FIELDS, path)} options={options} none={none} />
  );
  const widgets = {
    device_list: alarms === 'devices' ? listOf('device_list', deviceOptions(records), 'No devices yet') : null,
    rule_list: alarms === 'rules' ? listOf('rule_list', rules, 'No alarm rules yet') : null,
    cleared: <FurtherEvents />,
    acknowledged: null,
  };
  return (
    <div className="form-grid">
      <FieldGroup fields={DESTINATION_FIELDS} group="alarms" widgets={widgets} />
    </div>
  );
}

/** The switches below one heading. */
function FurtherEvents() {
  const { legend, ...cleared } = fieldAt(DESTINATION_FIELDS, 'cleared');
  return (
    <fieldset className="form-group">
      <legend className="form-label">{legend}</legend>
      <DeclaredField field={cleared} />
      <DeclaredField field={fieldAt(DESTINATION_FIELDS, 'acknowledged')} />
    </fieldset>
  );
}

/** Quiet hours and the daily message. */
export function ScheduleFields() {
  const days = <WeekdayList field={fieldAt(DESTINATION_FIELDS, 'quiet_days')} />;
  return (
    <div className="form-grid">
      <FieldGroup fields={DESTINATION_FIELDS} group="schedule" widgets={{ quiet_days: days }} />
    </div>
  );
}
