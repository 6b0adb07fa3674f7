import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { DatabaseTestResult, DatabaseTestStep } from '../../../../service/contract/index.ts';
import './test-steps.css';

const NAMES: Readonly<Record<DatabaseTestStep['name'], string>> = {
  connect: 'Connection',
  access: 'Access',
  write: 'Write',
};

const ICONS = { passed: CircleCheck, failed: CircleAlert, skipped: CircleMinus } as const;

/** The steps of a connection test, in order. */
export function TestSteps({ result }: { result: DatabaseTestResult }) {
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
              {NAMES[name]}: {isSaid ? 'Failed.' : text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
