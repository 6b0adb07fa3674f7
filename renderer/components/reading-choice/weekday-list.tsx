import { type Field, WEEKDAYS } from '../../../service/contract/index.ts';
import { DAY_NAMES } from '../../data/format/weekdays.ts';
import type { CheckListOption } from '../form/check-group.tsx';
import { CheckList } from './check-list.tsx';

const DAYS = WEEKDAYS.map((value): CheckListOption => ({ value, label: DAY_NAMES[value] }));

/** Check boxes for the days of a declared list. */
export function WeekdayList({ field }: { field: Field }) {
  return <CheckList field={field} options={DAYS} none="" />;
}
