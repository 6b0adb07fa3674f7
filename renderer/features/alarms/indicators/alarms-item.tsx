/** Active and unacknowledged alarms in the status line; nothing without one. */
import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { countAlarms, countsWords } from '../../../data/alarms/labels.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import { ALARMS_ROUTE } from '../routes.ts';
import '../indicators.css';

export function AlarmsItem() {
  const counts = countAlarms(useReadable(useLive().alarms.list));
  const words = countsWords(counts);
  if (!words) return null;
  const tone = counts.unacknowledged > 0 ? 'bad' : 'warning';
  return (
    <Link href={ALARMS_ROUTE} className={`status-item status-link status-alarms ${tone}`}>
      <BellRing aria-hidden size={13} />
      {words}
    </Link>
  );
}
