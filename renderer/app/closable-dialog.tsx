import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useReadable } from '../data/react.ts';
import { closeDialog, openDialog, restoreFocus, type WindowDialog } from './dialogs.ts';

export interface ClosableDialogProps {
  /** The dialog that this component shows. */
  dialog: WindowDialog;
  title: string;
  className: string;
  description?: string;
  children: ReactNode;
}

export function ClosableDialog({ dialog, title, className, description, children }: ClosableDialogProps) {
  const isOpen = useReadable(openDialog) === dialog;
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && closeDialog(dialog)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={`popup dialog ${className}`} finalFocus={restoreFocus}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {description && <Dialog.Description className="dim">{description}</Dialog.Description>}
          {children}
          <div className="dialog-actions">
            <Dialog.Close className="button primary">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
