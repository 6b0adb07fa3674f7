/** Marks a reading whose channel has an active alarm. */
import { BellRing } from 'lucide-react';
import '../indicators.css';

export function AlarmHighlight() {
  return (
    <>
      <BellRing aria-hidden size={12} className="in-alarm" />
      <span className="visually-hidden">Alarm: </span>
    </>
  );
}
