import type { RestoreResult } from '../../../../service/contract/index.ts';
import { resetSentence } from '../../../data/settings/group-labels.ts';
import { previewReset, reset } from '../../../data/settings/maintenance-requests.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { usePresentCounts } from './use-present-counts.ts';

export interface ResetDialogProps {
  onDone: (restored: RestoreResult) => void;
  onClose: () => void;
}

export function ResetDialog({ onDone, onClose }: ResetDialogProps) {
  const there = usePresentCounts();
  return (
    <ReplaceDialog
      word="Reset"
      busyWord="Resetting…"
      title="Reset to defaults"
      question="Reset the selected items?"
      about={<p className="dim">Select what to reset. History is not affected.</p>}
      legend="Items to reset"
      counts={there}
      initial={[]}
      sentenceOf={(part) => resetSentence(part, there)}
      preview={previewReset}
      run={(parts) => reset({ parts })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
