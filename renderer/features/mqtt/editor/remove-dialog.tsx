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
  const messages = status.queued === 1 ? '1 message' : `${formatCount(status.queued)} messages`;
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">Delete the client “{name}”?</AlertDialog.Title>
          <AlertDialog.Description className="dim">
            Its outbox has {messages} that the broker has not received. Deleting the client discards them. Undo restores
            the client, not the messages.
          </AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Close className="button">Cancel</AlertDialog.Close>
            <button
              type="button"
              className="button danger"
              onClick={() => {
                onOpenChange(false);
                onRemove();
              }}
            >
              Delete client
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
