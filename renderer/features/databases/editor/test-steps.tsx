import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import type { DatabaseTestResult, DatabaseTestStep } from '../../../../service/contract/index.ts';
import './test-steps.css';

const NAMES: Readonly<Record<DatabaseTestStep['name'], string>> = {
  connect: 'Connection',
  access: 'Access',
  write: 'Write',
};

const OUTCOMES = {
  passed: { Icon: CircleCheck, word: 'passed' },
  failed: { Icon: CircleAlert, word: 'failed' },
  skipped: { Icon: CircleMinus, word: 'skipped' },
} as const;

/** The steps of a connection test, in order. */
export function TestSteps({ result: { steps } }: { result: DatabaseTestResult }) {
  return (
    <ol className="test-steps">
      {steps.map(({ name, outcome, text }) => {
        const { Icon, word } = OUTCOMES[outcome];
        return (
          <li key={name} className={outcome}>
            <Icon aria-hidden size={14} />
            <span>
              {NAMES[name]} {word}: {text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
