import type { RunPlanInput } from '../../../../service/contract/index.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { describePlanStart } from '../../../data/runs/plan-labels.ts';
import { usePlaces, useUnitOf } from '../../alarms/use-channel.ts';

/** What starts a run, with the names and units of the user. */
export function PlanStart({ start }: { start: RunPlanInput['start'] }) {
  const placeOf = usePlaces();
  const unitOf = useUnitOf();
  const rules = useReadable(useLive().rules.list);
  const ruleOf = (id: string) => rules.find((rule) => rule.id === id)?.rule;
  return describePlanStart(start, { placeOf, unitOf, ruleOf }).map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts may repeat
    typeof part === 'string' ? part : <bdi key={index}>{part.name}</bdi>,
  );
}
