import { Dialog } from '@base-ui/react/dialog';
import { BACKUP_GROUPS, type Backup, confirmationOf, type RestoreResult } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../../components/facts.tsx';
import { Notice } from '../../../components/notice.tsx';
import { formatDayAndMinute } from '../../../data/format/numbers.ts';
import { countsOf, restoreSentence } from '../../../data/settings/group-labels.ts';
import { previewRestore, restore } from '../../../data/settings/maintenance-requests.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { usePresentCounts } from './use-present-counts.ts';

export interface RestoreDialogProps {
  file: string;
  backup: Backup;
  onDone: (restored: RestoreResult) => void;
  onClose: () => void;
}

export function RestoreDialog({ file, backup, onDone, onClose }: RestoreDialogProps) {
  const there = usePresentCounts();
  const counts = countsOf(backup);
  return (
    <ReplaceDialog
      word="Restore"
      busyWord="Restoring…"
      title={`Restore ${file}`}
      question="Replace the current settings?"
      about={
        <DetailGroup>
          <DetailRow name="Created">{formatDayAndMinute(Date.parse(backup.made))}</DetailRow>
          <DetailRow name="Mensura version">{backup.release}</DetailRow>
        </DetailGroup>
      }
      legend="Items to restore"
      counts={counts}
      initial={BACKUP_GROUPS}
      sentenceOf={(part) => restoreSentence(part, counts, there)}
      preview={(parts) => previewRestore({ backup, parts })}
      run={(parts, { effects }, origins) => restore({ backup, parts, confirm: confirmationOf(effects, origins) })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

export interface RefusedDialogProps {
  file: string;
  errors: readonly string[];
  onClose: () => void;
}

/** Nothing was sent. */
export function RefusedDialog({ file, errors, onClose }: RefusedDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="popup dialog">
          <Dialog.Title className="dialog-title">Restore {file}</Dialog.Title>
          <Notice tone="bad" title="Cannot restore this file">
            {errors.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Notice>
          <p className="dim">No changes were made. Choose a file created with “Download backup”.</p>
          <div className="dialog-actions">
            <Dialog.Close className="button">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
