import { Notice } from '../../components/notice.tsx';

interface SaveFailureProps {
  /** Empty: none. */
  failure: string;
  onRetry: () => void;
}

/** Why the last change of a dashboard is not saved. */
export function SaveFailure({ failure, onRetry }: SaveFailureProps) {
  return (
    <div role="alert">
      {failure && (
        <Notice
          tone="bad"
          title="Cannot save the dashboard"
          actions={
            <button type="button" className="button" onClick={onRetry}>
              Retry
            </button>
          }
        >
          <p>{failure} Your changes stay in this window.</p>
        </Notice>
      )}
    </div>
  );
}
