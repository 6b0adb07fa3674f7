import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { AppDevice } from '../../../../service/contract/index.ts';
import { showToast } from '../../../app/toasts.tsx';
import { useAction } from '../../../components/config-editor/use-action.ts';
import { formatDayAndMinute } from '../../../data/format/numbers.ts';
import { deleteDeviceHistory } from '../../../data/history/requests.ts';
import type { StoredDevice } from '../../../data/history/stored-devices.ts';
import { channelName, storedChannelName } from '../../../data/names/channel-name.ts';
import { useLive } from '../../../data/react.ts';
import { keptName } from './stored-device-row.tsx';

export interface DeleteDialogProps {
  kept: StoredDevice;
  /** Undefined if disconnected. */
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
    showToast({ title: 'History deleted', text: `All stored readings of ${name} (${kept.serial}) were deleted.` });
    onDeleted();
    onClose();
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">Delete the history of {name}?</AlertDialog.Title>
          <AlertDialog.Description className="dim">
            All readings of {name} ({kept.serial}) from {formatDayAndMinute(kept.first)} to{' '}
            {formatDayAndMinute(kept.last)} will be deleted, including minute and hour aggregates. Exported files and
            published messages are not affected. This cannot be undone.
          </AlertDialog.Description>
          <p>
            {kept.channels
              .map((stored) => (device ? channelName(device, stored.channel) : storedChannelName(stored)))
              .join(', ')}
          </p>
          {device && <p className="dim">This device is connected. New readings will still be recorded.</p>}
          <p role="alert" className="field-error">
            {failure?.message}
          </p>
          <div className="dialog-actions">
            <AlertDialog.Close className="button" disabled={busy}>
              Cancel
            </AlertDialog.Close>
            <button type="button" className="button danger" disabled={busy} onClick={() => void forget()}>
              {busy ? 'Deleting…' : 'Delete history'}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
