/** Sticky at the bottom of a form. */
export interface SaveBarProps {
  isDirty: boolean;
  busy: boolean;
  saveWord: string;
  discardWord: string;
  /** Not saved yet: saving is possible without edits. */
  isNew: boolean;
  onDiscard: () => void;
}

export function SaveBar({ isDirty, busy, saveWord, discardWord, isNew, onDiscard }: SaveBarProps) {
  return (
    <div className="save-bar">
      <div className="save-bar-row">
        <output>{isDirty && <span className="badge warning">Unsaved changes</span>}</output>
        <button type="button" className="button" disabled={(!isDirty && !isNew) || busy} onClick={onDiscard}>
          {discardWord}
        </button>
        <button type="submit" className="button primary" disabled={(!isDirty && !isNew) || busy}>
          {busy ? 'Saving…' : saveWord}
        </button>
      </div>
    </div>
  );
}
