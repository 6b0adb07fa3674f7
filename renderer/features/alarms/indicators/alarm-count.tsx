/** The unacknowledged active alarms, for the navigation rail. */
import { countAlarms } from '../../../data/alarms/labels.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import '../indicators.css';

/** More are shown as `99+`. */
const MOST = 99;

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
