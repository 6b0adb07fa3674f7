/** Announces new errors to screen readers. Announcing every entry would be too much. */
import { useState } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';

const MAX_REPORTED = 3;

export interface NewErrorsProps {
  entries: readonly LogEntry[];
  /** Highest known ID; 0 while unknown. */
  shown: number;
}

export function NewErrors({ entries, shown }: NewErrorsProps) {
  // Entries from before the page opened are not announced. IDs start again with each run.
  const [heard, setHeard] = useState({ upTo: 0, errors: [] as readonly LogEntry[] });
  if (shown !== heard.upTo) {
    const isFirst = heard.upTo === 0 || shown < heard.upTo;
    const fresh = isFirst ? [] : entries.filter(({ id, level }) => id > heard.upTo && level === 'error');
    setHeard({ upTo: shown, errors: fresh.length > 0 ? fresh.slice(-MAX_REPORTED) : heard.errors });
  }
  return (
    // The role `log` is polite: it waits until the reader is silent.
    <div role="log" className="visually-hidden" aria-label="New errors">
      {heard.errors.map(({ id, text }) => (
        <p key={id}>Error: {text}</p>
      ))}
    </div>
  );
}
