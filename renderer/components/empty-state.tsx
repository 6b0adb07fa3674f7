import type { ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <div className="empty-state-body">
        <span className="empty-state-icon">{icon}</span>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
