import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import type { EntityKind } from '../../../service/contract/index.ts';
import { Modal } from '../modal.tsx';
import type { EntryDefinition } from './entry-definition.ts';

export interface RemoveDialogProps<Kind extends EntityKind> {
  entries: EntryDefinition<Kind>;
  name: string;
  open: boolean;
  onClose: () => void;
  onRemove: () => void;
  /** What is lost, as sentences. */
  children: ReactNode;
}

/** Asks before a deletion whose undo cannot bring back everything. */
export function RemoveDialog<Kind extends EntityKind>(props: RemoveDialogProps<Kind>) {
  const { entries, name, open, onClose, onRemove, children } = props;
  const { word } = entries;
  return (
    <Modal isQuestion open={open} onClose={onClose} title={`Delete the ${word} “${name}”?`}>
      <Dialog.Description className="dim">{children}</Dialog.Description>
      <div className="dialog-actions">
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            onClose();
            onRemove();
          }}
        >
          Delete {word}
        </button>
      </div>
    </Modal>
  );
}
