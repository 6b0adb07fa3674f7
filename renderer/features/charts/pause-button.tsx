import { Pause, Play } from 'lucide-react';

export function PauseButton({ paused, onChange }: { paused: boolean; onChange: (paused: boolean) => void }) {
  const Icon = paused ? Play : Pause;
  return (
    <button type="button" className="button pause-button" onClick={() => onChange(!paused)}>
      <Icon aria-hidden size={14} fill="currentColor" /> {paused ? 'Resume' : 'Pause'}
    </button>
  );
}
