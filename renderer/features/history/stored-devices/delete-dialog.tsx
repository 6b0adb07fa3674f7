/** Asks before everything that is kept of a device goes for ever. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { AppDevice } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { formatDayAndMinute } from '../../../data/format/numbers.ts';
import { deleteDeviceHistory } from '../../../data/history/requests.ts';
import type { StoredDevice } from '../../../data/history/stored-devices.ts';
import { useLive } from '../../../data/react.ts';
import { keptName } from './stored-device-row.tsx';

export interface DeleteDialogProps {
  kept: StoredDevice;
  /** The device, where it is attached. */
  device: AppDevice | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteDialog({ kept, device, onClose, onDeleted }: DeleteDialogProps) {
  const live = useLive();
  const { run, busy, failure } = useAction();
  const name = keptName(kept, device);
  const forget = async (): Promise<void> => {
    if (!(await run(() => deleteDeviceHistory(kept)))) return;
    live.past.forget(kept);
    live.samples.forget(kept.key);
    showToast({ title: 'Deleted', text: `Nothing is kept of ${name} (${kept.serial}) any more.` });
    onDeleted();
    onClose();
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">Delete what is kept of {name}?</AlertDialog.Title>
          <AlertDialog.Description className="dim">
            All readings of {name} ({kept.serial}) from {formatDayAndMinute(kept.first)} to{' '}
            {formatDayAndMinute(kept.last)} are deleted, with their values by the minute and by the hour. This cannot be
            undone. Files that were exported, and what brokers were sent, stay.
          </AlertDialog.Description>
          <p>{kept.channels.map(({ channel }) => channel).join(', ')}</p>
          {device && <p className="dim">It is attached: what it measures from now on is recorded again.</p>}
          <p role="alert" className="field-error">
            {failure?.message}
          </p>
          <div className="dialog-actions">
            <AlertDialog.Close className="button" disabled={busy}>
              Keep it
            </AlertDialog.Close>
            <button type="button" className="button danger" disabled={busy} onClick={() => void forget()}>
              {busy ? 'Deleting' : 'Delete it'}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
