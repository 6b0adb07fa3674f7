import { type ReactNode, useId } from 'react';

export interface AdvancedProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** Always rendered, so that its fields are validated too. */
export function Advanced({ open, onOpenChange, children }: AdvancedProps) {
  const id = useId();
  return (
    <section className="client-advanced">
      <button
        type="button"
        className="client-advanced-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpenChange(!open)}
      >
        <span>
          Advanced<span className="dim">: QoS, topics, Home Assistant, certificates, client ID</span>
        </span>
        <span className="client-advanced-word">{open ? 'Hide' : 'Show'}</span>
      </button>
      <div id={id} hidden={!open} className="client-advanced-body">
        {children}
      </div>
    </section>
  );
}
