/** Something could not be read from the service: why, and another try. */
import { Notice, type NoticeProps } from './notice.tsx';

export interface RetryNoticeProps {
  /** How bad that is; bad unless said otherwise. */
  tone?: NoticeProps['tone'];
  title: string;
  /** Why, and what to do, as sentences. */
  cause: string;
  onRetry: () => void;
}

export function RetryNotice({ tone = 'bad', title, cause, onRetry }: RetryNoticeProps) {
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
      }
    >
      <p>{cause}</p>
    </Notice>
  );
}
