import { Notice, type NoticeProps } from './notice.tsx';

export interface RetryNoticeProps {
  tone?: NoticeProps['tone'];
  title: string;
  /** Cause and remedy, as sentences. */
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
          Retry
        </button>
      }
    >
      <p>{cause}</p>
    </Notice>
  );
}
