import { Pause, Play } from 'lucide-react';
import { formatCount } from '../../data/format/numbers.ts';
import { MAX_SHOWN } from '../../data/log/log-window.ts';

export interface LogStateProps {
  isHeld: boolean;
  /** New entries that are not displayed. */
  waiting: number;
  onHold: () => void;
  onFollow: () => void;
}

export function LogState({ isHeld, waiting, onHold, onFollow }: LogStateProps) {
  return (
    <>
      {isHeld ? (
        <button type="button" className="button" onClick={onFollow}>
          <Play aria-hidden size={13} /> Resume{' '}
        </button>
      ) : (
        <button type="button" className="button" onClick={onHold}>
          <Pause aria-hidden size={13} /> Pause
        </button>
      )}
      <span className="dim log-state">{isHeld ? heldWords(waiting) : 'Live'}</span>
    </>
  );
}

function heldWords(waiting: number): string {
  if (waiting === 0) return 'Paused';
  return `Paused, ${formatCount(waiting)}${waiting >= MAX_SHOWN ? '+' : ''} new`;
}
