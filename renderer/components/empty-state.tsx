import type { ReactNode } from 'react';
import './empty-state.css';

export function EmptyState({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
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
