import { useState } from 'react';
import type { RunPlan } from '../../../../service/contract/index.ts';
import { useLive } from '../../../data/react.ts';
import { startPlan } from './start-plan.ts';

interface StartButtonProps {
  plan: RunPlan;
  /** Accessible name; default: that of the button. */
  label?: string;
  /** The button waits for the form. */
  isHeld?: boolean;
}

/** Disabled while a run of the automatic run is active: it has one at a time. */
export function StartButton({ plan, label, isHeld = false }: StartButtonProps) {
  const live = useLive();
  const [isStarting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    await startPlan(live, plan);
    setStarting(false);
  };
  return (
    <button
      type="button"
      className="button"
      aria-label={label}
      disabled={isHeld || isStarting || plan.active_run !== null}
      onClick={() => void start()}
    >
      Start now
    </button>
  );
}
