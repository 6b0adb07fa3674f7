import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog, type DialogPopupProps } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

export interface ModalProps extends Pick<DialogPopupProps, 'ref' | 'initialFocus' | 'finalFocus'> {
  /** A question: a click beside it does not close it. */
  isQuestion?: boolean;
  /** Default true. */
  open?: boolean;
  /** The user closes it. */
  onClose: () => void;
  /** It has faded out, and the focus has returned. */
  onClosed?: () => void;
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Modal(props: ModalProps) {
  const { isQuestion = false, open = true, onClose, onClosed, title, className, children, ...popup } = props;
  const Root = isQuestion ? AlertDialog.Root : Dialog.Root;
  return (
    <Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={className ? `popup dialog ${className}` : 'popup dialog'} {...popup}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Root>
  );
}
