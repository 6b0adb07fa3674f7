import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Modal } from '../components/modal.tsx';
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
    <Modal
      open={isOpen}
      onClose={() => closeDialog(dialog)}
      title={title}
      className={className}
      finalFocus={restoreFocus}
    >
      {description && <Dialog.Description className="dim">{description}</Dialog.Description>}
      {children}
      <div className="dialog-actions">
        <Dialog.Close className="button primary">Close</Dialog.Close>
      </div>
    </Modal>
  );
}
