import { useEffect, useEffectEvent } from 'react';
import type { SavedForm } from '../../../components/config-editor/use-stored-form.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import type { DisplayUnit } from '../../../data/units/display-unit.ts';
import type { RuleForm } from '../form/rule-form.ts';

/**
 * Calls `take` if the unit of the rule's channel arrives after the form was created. Not after the first edit: a number
 * typed without a unit must not get one afterwards.
 */
export function useLateUnit(
  { form, isDirty }: SavedForm<RuleView, RuleForm>,
  present: DisplayUnit,
  take: (unit: DisplayUnit) => void,
): void {
  const isLate = present.kept !== '' && form.getValues('kept') === '' && !isDirty;
  const taken = useEffectEvent(() => take(present));
  useEffect(() => {
    if (isLate) taken();
  }, [isLate]);
}
