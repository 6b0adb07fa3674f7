import { useEffect, useEffectEvent } from 'react';
import type { StoredForm } from '../../../components/entries/use-stored-form.ts';
import type { RuleView } from '../../../data/alarms/rule-store.ts';
import type { DisplayUnit } from '../../../data/units/index.ts';
import type { RuleForm } from '../form/rule-form.ts';

/**
 * Calls `take` with the unit of the rule's channel where it became known after the form was made, as long as nothing was
 * typed: what was typed in no unit must not get one afterwards.
 */
export function useLateUnit(
  { form, isDirty }: StoredForm<RuleView, RuleForm>,
  present: DisplayUnit,
  take: (unit: DisplayUnit) => void,
): void {
  const isLate = present.kept !== '' && form.getValues('kept') === '' && !isDirty;
  const taken = useEffectEvent(() => take(present));
  useEffect(() => {
    if (isLate) taken();
  }, [isLate]);
}
