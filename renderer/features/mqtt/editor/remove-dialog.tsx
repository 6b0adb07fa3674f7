/** Asks before a client goes whose readings have not reached the broker. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { MqttClientView } from '../../../../service/contract/index.ts';
import { formatCount } from '../../../data/format/numbers.ts';

export interface RemoveDialogProps {
  client: MqttClientView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemove: () => void;
}

export function RemoveDialog({ client, open, onOpenChange, onRemove }: RemoveDialogProps) {
  const { name, status } = client;
  const lost =
    status.queued === 1
      ? '1 message with readings waits for the broker. It is lost'
      : `${formatCount(status.queued)} messages with readings wait for the broker. They are lost`;
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">Remove {name}?</AlertDialog.Title>
          <AlertDialog.Description className="dim">
            {lost} when the client is removed. Undoing that brings back the client, but not the readings.
          </AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Close className="button">Keep it</AlertDialog.Close>
            <button
              type="button"
              className="button danger"
              onClick={() => {
                onOpenChange(false);
                onRemove();
              }}
            >
              Remove it
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
