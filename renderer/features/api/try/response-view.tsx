import { Badge } from '../../../components/badge.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { ResponseBody, ResponseHead, TryResult } from '../../../data/api/try-request/try-result.ts';
import { formatLatency } from '../../../data/format/numbers.ts';
import { AnswerBody } from './response-body.tsx';

export interface AnswerViewProps {
  tried: TryResult;
  /** Path and query, to download a file. */
  target: string;
}

export function AnswerView({ tried, target }: AnswerViewProps) {
  const { phase, head, body, failure } = tried;
  return (
    <div className="api-answer">
      {/* Without the body: a screen reader must not announce every chunk. */}
      <output className="api-answer-state">
        {phase === 'running' && !head && 'Waiting for response…'}
        {head && <Head head={head} />}
        {phase === 'stopped' && <span className="dim">Stopped.</span>}
      </output>
      {failure && (
        <div role="alert">
          <Notice tone="bad" title="No response">
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

function Head({ head: { status, word, ms } }: { head: ResponseHead }) {
  const tone = status < 300 ? 'good' : status < 500 ? 'warning' : 'bad';
  return (
    <>
      <Badge badge={{ word: `${status} ${word}`.trim(), tone }} />
      <span>in {formatLatency(ms)}</span>
    </>
  );
}

/** Shows the member `message` of an error response. */
function Refusal({ status, body }: { status: number; body: ResponseBody | null }) {
  const message = body?.kind === 'text' ? messageIn(body.text) : '';
  if (message === '') return null;
  const title = status < 500 ? 'Request rejected' : 'Request failed';
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
