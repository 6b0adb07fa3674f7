import { Notice } from '../notice.tsx';
import type { EntryActions } from './use-entry-actions.ts';

export function ActionFailure({ actions: { failure, failureTitle, dismiss } }: { actions: EntryActions }) {
  if (!failure) return null;
  return (
    <Notice tone="bad" title={failureTitle} onClose={dismiss}>
      <p>{failure.message}</p>
    </Notice>
  );
}

export interface ChangedElsewhereProps {
  /** "client" */
  what: string;
  /** Replaces the edits with the saved settings. */
  onReload: () => void;
}

export function ChangedElsewhere({ what, onReload }: ChangedElsewhereProps) {
  return (
    <Notice
      tone="warning"
      title={`This ${what} was changed in another window or program`}
      actions={
        <button type="button" className="button" onClick={onReload}>
          Load the saved settings
        </button>
      }
    >
      <p>Your edits stay in the form. Saving overwrites the other changes.</p>
    </Notice>
  );
}
