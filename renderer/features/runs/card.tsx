import type { ReactNode } from 'react';

interface CardProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a run's page. */
export function Card({ title, actions, children }: CardProps) {
  return (
    <section className="run-card" aria-label={title}>
      <div className="run-card-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
