import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import './test-steps.css';

const ICONS = { passed: CircleCheck, failed: CircleAlert, skipped: CircleMinus } as const;

interface SteppedResult<Name extends string> {
  text: string;
  steps: readonly { name: Name; outcome: keyof typeof ICONS; text: string }[];
}

/** Returns the list of a test's steps, in order. @param names of the steps, as the user reads them */
export function testSteps<Name extends string>(
  names: Readonly<Record<Name, string>>,
): (props: { result: SteppedResult<Name> }) => ReactNode {
  return function TestSteps({ result }) {
    return (
      <ol className="test-steps">
        {result.steps.map(({ name, outcome, text }) => {
          const Icon = ICONS[outcome];
          // The result above has the text of the failed step.
          const isSaid = outcome === 'failed' && text === result.text;
          return (
            <li key={name} className={outcome}>
              <Icon aria-hidden size={14} />
              <span>
                {names[name]}: {isSaid ? 'Failed.' : text}
              </span>
            </li>
          );
        })}
      </ol>
    );
  };
}
