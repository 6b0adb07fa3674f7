/** What came of a try. */
import { Badge } from '../../../components/badge.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { Tried, TriedBody, TriedHead } from '../../../data/api/try/tried.ts';
import { formatLatency } from '../../../data/format/numbers.ts';
import { AnswerBody } from './answer-body.tsx';

export interface AnswerViewProps {
  tried: Tried;
  /** Where a file that was answered can be had again. */
  target: string;
}

export function AnswerView({ tried, target }: AnswerViewProps) {
  const { phase, head, body, failure } = tried;
  return (
    <div className="api-answer">
      {/* Said once: a screen reader must not hear every byte. */}
      <output className="api-answer-state">
        {phase === 'running' && !head && 'Waiting for the answer…'}
        {head && <Head head={head} />}
        {phase === 'stopped' && <span className="dim">Stopped.</span>}
      </output>
      {failure && (
        <div role="alert">
          <Notice tone="bad" title="No answer">
            <p>{failure}</p>
          </Notice>
        </div>
      )}
      {head && head.status >= 400 && <Refusal status={head.status} body={body} />}
      {head && (
        <dl className="api-answer-headers mono">
          {head.headers.map(([name, value]) => (
            <div key={name}>
              <dt className="dim">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {body && <AnswerBody body={body} phase={phase} target={target} />}
    </div>
  );
}

function Head({ head: { status, word, ms } }: { head: TriedHead }) {
  const tone = status < 300 ? 'good' : status < 500 ? 'warning' : 'bad';
  return (
    <>
      <Badge badge={{ word: `${status} ${word}`.trim(), tone }} />
      <span>after {formatLatency(ms)}</span>
    </>
  );
}

/** A refusal explains itself in `message`. */
function Refusal({ status, body }: { status: number; body: TriedBody | null }) {
  const message = body?.kind === 'text' ? messageIn(body.text) : '';
  if (message === '') return null;
  const title = status < 500 ? 'The service refused this' : 'The service could not do this';
  return (
    <Notice tone={status < 500 ? 'warning' : 'bad'} title={title}>
      <p>{message}</p>
    </Notice>
  );
}

function messageIn(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    const isOne = typeof answer === 'object' && answer !== null && 'message' in answer;
    return isOne && typeof answer.message === 'string' ? answer.message : '';
  } catch {
    return '';
  }
}
