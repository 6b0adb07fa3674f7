import { Pause, Play } from 'lucide-react';

/** Pauses, or returns to the live view: the one button for either. */
export function PauseButton({ paused, onChange }: { paused: boolean; onChange: (paused: boolean) => void }) {
  const Icon = paused ? Play : Pause;
  return (
    <button
      type="button"
      className="button pause-button"
      data-paused={paused || undefined}
      aria-label={paused ? 'Return to live' : 'Pause'}
      title={paused ? 'Return to live (Esc)' : 'Pause (Space)'}
      onClick={() => onChange(!paused)}
    >
      <Icon aria-hidden size={14} fill="currentColor" /> <span>{paused ? 'Live' : 'Pause'}</span>
    </button>
  );
}
