import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { useReadable } from '../data/react.ts';
import { type BlockedNavigation, captureLocation, heldLeave } from './guarded-location.ts';

export function LeaveDialog() {
  const held = useReadable(heldLeave);
  // Keeps the text while the dialog fades out.
  const [last, setLast] = useState<BlockedNavigation | null>(null);
  // After a failed save the focus belongs to the invalid field.
  const [isSaving, setSaving] = useState(false);
  if (held && held !== last) {
    setLast(held);
    setSaving(false);
  }
  const saveAndLeave = async ({ save, leave, stay }: BlockedNavigation): Promise<void> => {
    setSaving(true);
    stay();
    const isHere = captureLocation();
    if ((await save()) && isHere()) leave();
  };
  return (
    <AlertDialog.Root open={held !== null} onOpenChange={(open) => !open && held?.stay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog" finalFocus={() => !isSaving}>
          <AlertDialog.Title className="dialog-title">Save changes before leaving?</AlertDialog.Title>
          <AlertDialog.Description className="dim">Changes to {last?.what} are not saved.</AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Close className="button">Keep editing</AlertDialog.Close>
            <button type="button" className="button danger" onClick={() => held?.leave()}>
              Discard changes
            </button>
            <button type="button" className="button primary" onClick={() => held && void saveAndLeave(held)}>
              Save changes
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
