import type { ReactNode } from 'react';

export function DetailGroup({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="facts">
      {title && <h3 className="facts-title">{title}</h3>}
      <dl>{children}</dl>
    </section>
  );
}

export interface FactProps {
  name: ReactNode;
  children: ReactNode;
  /** For serial numbers, ports and addresses. */
  mono?: boolean;
}

export function DetailRow({ name, children, mono = false }: FactProps) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </div>
  );
}
