import { countAlarms, countsWords } from '../../../data/alarms/labels.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import '../indicators.css';
import { BellRing } from 'lucide-react';
import { Link } from 'wouter';
import { ALARMS_ROUTE } from '../routes.ts';

/** More are shown as `99+`. */
const MOST = 99;

/** The unacknowledged active alarms, for the navigation rail. */
export function AlarmCount() {
  const { unacknowledged } = countAlarms(useReadable(useLive().alarms.list));
  if (unacknowledged === 0) return null;
  return (
    <span className="rail-count">
      <span aria-hidden>{unacknowledged > MOST ? `${MOST}+` : unacknowledged}</span>
      <span className="visually-hidden">, {formatCount(unacknowledged)} unacknowledged</span>
    </span>
  );
}

/** Active and unacknowledged alarms in the status line; nothing without one. */
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
