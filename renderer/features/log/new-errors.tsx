/** Errors that came while the page is open, for screen readers alone: every line would be a flood. */
import { useState } from 'react';
import type { LogEntry } from '../../../service/contract/index.ts';

/** No more are told at a time. */
const MAX_TOLD = 3;

export interface NewErrorsProps {
  entries: readonly LogEntry[];
  /** The greatest id that is accounted for; 0 while nothing is known. */
  shown: number;
}

export function NewErrors({ entries, shown }: NewErrorsProps) {
  // What was there when the page was opened is no news; ids that begin anew are another run.
  const [heard, setHeard] = useState({ upTo: 0, errors: [] as readonly LogEntry[] });
  if (shown !== heard.upTo) {
    const isFirst = heard.upTo === 0 || shown < heard.upTo;
    const fresh = isFirst ? [] : entries.filter(({ id, level }) => id > heard.upTo && level === 'error');
    setHeard({ upTo: shown, errors: fresh.length > 0 ? fresh.slice(-MAX_TOLD) : heard.errors });
  }
  return (
    // A log is polite by itself: it waits until the reader is silent.
    <div role="log" className="visually-hidden" aria-label="New errors">
      {heard.errors.map(({ id, text }) => (
        <p key={id}>Error: {text}</p>
      ))}
    </div>
  );
}
