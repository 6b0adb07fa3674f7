import type { ReactNode } from 'react';

/** The pane beside the form of an entry. */
export function EntryDetails({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="entry-details" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

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
