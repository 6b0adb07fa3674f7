import type { GatewayTestResult } from '../../../../service/contract/index.ts';
import { formatCount } from '../../../data/format/numbers.ts';
import { instrumentsWords } from '../../../data/gateways/labels.ts';
import { UnknownAnswer } from '../unknown-response.tsx';

const SHOWN = 12;

export function TestDetails({ result: { instruments, unknown_answer } }: { result: GatewayTestResult }) {
  const more = instruments.length - SHOWN;
  return (
    <>
      {instruments.length > 0 && (
        <p>
          Found {instrumentsWords(instruments.length)}:{' '}
          <span className="mono">{instruments.slice(0, SHOWN).join(', ')}</span>
          {more > 0 && ` and ${formatCount(more)} more`}.
        </p>
      )}
      {unknown_answer && <UnknownAnswer answer={unknown_answer} />}
    </>
  );
}
