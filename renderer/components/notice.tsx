import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS = { info: Info, good: CircleCheck, warning: TriangleAlert, bad: CircleAlert } as const;

export interface NoticeProps {
  tone: keyof typeof ICONS;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Shows a Dismiss button. */
  onClose?: () => void;
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
