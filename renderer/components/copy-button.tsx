import { type ReactNode, useEffect, useState } from 'react';

/** How long the button shows the outcome. */
const OUTCOME_MS = 2000;

type Outcome = 'copied' | 'failed' | null;

const OUTCOMES = { copied: 'Copied', failed: 'Cannot copy' } as const;

export interface CopyButtonProps {
  text: string;
  /** Object of the button's name: "the address". */
  what: string;
  label?: string;
  icon?: ReactNode;
  className?: string;
  /** The text is not complete yet. */
  isDisabled?: boolean;
}

export function CopyButton({ text, what, label, icon, className = 'button', isDisabled = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(null), OUTCOME_MS);
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
        disabled={isDisabled}
        aria-label={label ? `${label}: ${what}` : `Copy ${what}`}
        title={
          outcome === 'failed'
            ? 'The browser blocked access to the clipboard. Select the text and copy it manually.'
            : undefined
        }
      >
        {/* Both texts take up space, so that the layout does not move. */}
        <span aria-hidden style={{ visibility: outcome ? 'hidden' : 'visible' }}>
          {icon}
          {label ?? 'Copy'}
        </span>
        <span aria-hidden style={{ visibility: outcome ? 'visible' : 'hidden' }}>
          {OUTCOMES[outcome ?? 'copied']}
        </span>
      </button>
      <output className="visually-hidden">{outcome && `${OUTCOMES[outcome]} ${what}`}</output>
    </>
  );
}
