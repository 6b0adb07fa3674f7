import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS = { info: Info, good: CircleCheck, warning: TriangleAlert, bad: CircleAlert } as const;

export interface NoticeProps {
  tone: keyof typeof ICONS;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Shows a Dismiss button. */
  onClose?: (() => void) | undefined;
}

export function Notice({ tone, title, children, actions, onClose }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`notice ${tone}`}>
      <Icon aria-hidden size={17} />
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {children}
        {actions && <div className="notice-actions">{actions}</div>}
      </div>
      {onClose && (
        <button type="button" className="icon-button notice-close" aria-label="Dismiss" onClick={onClose}>
          <X aria-hidden size={15} />
        </button>
      )}
    </div>
  );
}

interface FailureNoticeProps extends Omit<NoticeProps, 'tone' | 'children' | 'actions'> {
  tone?: NoticeProps['tone'];
  /** Empty or undefined without a failure. */
  text: string | undefined;
}

/** Announced by screen readers. */
export function FailureNotice({ tone = 'bad', title, text, onClose }: FailureNoticeProps) {
  return (
    <div role="alert">
      {text && (
        <Notice tone={tone} title={title} onClose={onClose}>
          <p>{text}</p>
        </Notice>
      )}
    </div>
  );
}

interface RetryNoticeProps {
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
