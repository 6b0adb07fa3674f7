/** What is not saved yet, and saving it. Always in reach. */
export interface SaveBarProps {
  /** There is something to save. */
  isDirty: boolean;
  busy: boolean;
  /** On the button that saves. */
  saveWord: string;
  discardWord: string;
  /** Saving is possible though nothing was typed: it is not stored yet. */
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
