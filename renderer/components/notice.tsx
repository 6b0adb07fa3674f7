/** What happened, why, and what to do. */
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS = { info: Info, warning: TriangleAlert, bad: CircleAlert } as const;

export interface NoticeProps {
  tone: keyof typeof ICONS;
  title: ReactNode;
  children?: ReactNode;
}

export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`notice ${tone}`}>
      <Icon aria-hidden size={17} />
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {children}
      </div>
    </div>
  );
}
