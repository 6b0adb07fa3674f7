import {
  type AlarmRule,
  type DisplayUnit,
  formatLimit,
  formatRuleDevices,
  isRuleOfChannel,
} from '../../../service/contract/index.ts';
import { showToast } from '../../app/toasts.tsx';
import { updateRule } from '../../data/alarms/requests.ts';
import { RequestError } from '../../data/requests.ts';
import type { Readable } from '../../data/store.ts';
import type { LimitValue } from './scene/alarm-limits.ts';

export interface RuleStore {
  readonly list: Readable<readonly AlarmRule[]>;
  accept(rule: AlarmRule): void;
}

/** Changes a limit of an alarm rule, and offers to undo it. Resolves also after a failure, which is shown. */
export async function changeLimit(
  rules: RuleStore,
  changed: LimitValue,
  before: LimitValue,
  unit: DisplayUnit,
): Promise<void> {
  const text = formatLimit(changed.limit, unit);
  let shared = '';
  try {
    const { rule } = await saveLimit(rules, changed);
    if (!isRuleOfChannel(rule)) shared = `Of ${formatRuleDevices(rule)}.`;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: `Cannot change the alarm limit to ${text}`, text: error.message });
    return;
  }
  const undo = (): void => void changeLimit(rules, before, changed, unit);
  showToast({
    id: 'limit',
    title: `Changed the alarm limit to ${text}`,
    text: shared,
    action: { word: 'Undo', run: undo },
  });
}

/** The rest of the rule stays as it is now. */
async function saveLimit(rules: RuleStore, { ruleId, kind, limit }: LimitValue): Promise<AlarmRule> {
  const rule = rules.list.get().find(({ id }) => id === ruleId)?.rule;
  if (!rule) throw new RequestError('The alarm rule was deleted.');
  const changed = await updateRule(ruleId, { ...rule, [kind === 'above' ? 'upper' : 'lower']: limit });
  rules.accept(changed);
  return changed;
}
