import { AlertDialog } from '@base-ui/react/alert-dialog';

export interface DeletionPrompt {
  sentences: readonly string[];
  answer: (isMeant: boolean) => void;
}

export function DeletionDialog({ question: { sentences, answer } }: { question: DeletionPrompt }) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="popup dialog">
          <AlertDialog.Title className="dialog-title">Delete data beyond the new limits?</AlertDialog.Title>
          <AlertDialog.Description className="dim">
            The following data will be deleted within minutes. This cannot be undone. Export it first if you may need
            it.
          </AlertDialog.Description>
          <ul className="loss-list">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <div className="dialog-actions">
            <AlertDialog.Close className="button">Cancel</AlertDialog.Close>
            <button type="button" className="button danger" onClick={() => answer(true)}>
              Save and delete data
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
