/** What is said above the form of any entry. */
import { Notice } from '../notice.tsx';
import type { EntryActions } from './use-entry-actions.ts';

/** Why something that was asked for failed. */
export function ActionFailure({ actions: { failure, dismiss } }: { actions: EntryActions }) {
  if (!failure) return null;
  return (
    <Notice tone="bad" title="That did not work" onClose={dismiss}>
      <p>{failure.message}</p>
    </Notice>
  );
}

export interface ChangedElsewhereProps {
  /** "client" */
  what: string;
  /** Gives up what is typed for what is stored. */
  onTake: () => void;
}

export function ChangedElsewhere({ what, onTake }: ChangedElsewhereProps) {
  return (
    <Notice
      tone="warning"
      title={`This ${what} was changed elsewhere`}
      actions={
        <button type="button" className="button" onClick={onTake}>
          Take over what is stored now
        </button>
      }
    >
      <p>What you changed here is still in the form. Saving replaces the change that was made elsewhere.</p>
    </Notice>
  );
}
