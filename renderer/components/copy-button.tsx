/** Copies a text and says whether that worked. */
import { type ReactNode, useEffect, useState } from 'react';

/** How long the answer stands, in milliseconds. */
const ANSWER_MS = 2000;

type Outcome = 'copied' | 'failed' | null;

const ANSWERS = { copied: 'Copied', failed: 'Not copied' } as const;

export interface CopyButtonProps {
  text: string;
  /** What is copied, for the button's name: "the address". */
  what: string;
  /** What stands on it. */
  label?: string;
  icon?: ReactNode;
  className?: string;
}

export function CopyButton({ text, what, label = 'Copy', icon, className = 'button' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(null), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <>
      <button
        type="button"
        className={`${className} copy-button`}
        onClick={copy}
        aria-label={`${label}: ${what}`}
        title={outcome === 'failed' ? 'The browser did not allow it. Select the text and copy it by hand.' : undefined}
      >
        {/* Both texts keep their room, so that nothing moves. */}
        <span aria-hidden style={{ visibility: outcome ? 'hidden' : 'visible' }}>
          {icon}
          {label}
        </span>
        <span aria-hidden style={{ visibility: outcome ? 'visible' : 'hidden' }}>
          {ANSWERS[outcome ?? 'copied']}
        </span>
      </button>
      <output className="visually-hidden">{outcome && `${ANSWERS[outcome]}: ${what}`}</output>
    </>
  );
}
