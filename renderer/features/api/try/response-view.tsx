import { Download } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { FailureNotice, Notice } from '../../../components/notice.tsx';
import type { ResponseBody, ResponseHead, TryResult } from '../../../data/api/try-call.ts';
import { formatBytes, formatLatency, plural } from '../../../data/format/numbers.ts';
import { messageOf } from '../../../data/requests.ts';
import { CodeBlock } from '../code-block.tsx';

export interface ResponseViewProps {
  tried: TryResult;
  /** Path and query, to download a file. */
  target: string;
}

export function ResponseView({ tried, target }: ResponseViewProps) {
  const { phase, head, body, failure } = tried;
  return (
    <div className="api-answer">
      {/* Without the body: a screen reader must not announce every chunk. */}
      <output className="api-answer-state">
        {phase === 'running' && !head && 'Waiting for response…'}
        {head && <Head head={head} />}
        {phase === 'stopped' && <span className="dim">Stopped.</span>}
      </output>
      {failure && <FailureNotice title="No response" text={failure} />}
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
      {body && <ResponseBody body={body} phase={phase} target={target} />}
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
    return messageOf(JSON.parse(text)) ?? '';
  } catch {
    return '';
  }
}

interface ResponseBodyProps {
  body: ResponseBody;
  phase: TryResult['phase'];
  /** Path and query, to download a file. */
  target: string;
}

function ResponseBody({ body, phase, target }: ResponseBodyProps) {
  if (body.kind === 'text') return <Text body={body} />;
  if (body.kind === 'file') return <File body={body} phase={phase} target={target} />;
  return <Stream body={body} phase={phase} />;
}

type Body<Kind extends ResponseBody['kind']> = Extract<ResponseBody, { kind: Kind }>;

function Text({ body }: { body: Body<'text'> }) {
  if (body.bytes === 0) return <p className="dim">Empty response.</p>;
  return (
    <>
      <CodeBlock text={body.text} what="the response" isBounded />
      <p className="dim">{textNote(body)}</p>
    </>
  );
}

function textNote({ bytes, isWhole, isCut }: Body<'text'>): string {
  if (!isWhole) {
    return `Response larger than ${formatBytes(bytes)}. The first 256 KiB are shown; the rest was not downloaded.`;
  }
  return isCut ? `${formatBytes(bytes)} received. The first 256 KiB are shown.` : `${formatBytes(bytes)} received.`;
}

function File({ body: { name, bytes, contentType }, phase, target }: ResponseBodyProps & { body: Body<'file'> }) {
  // Without its parameters.
  const [type] = contentType.split(';');
  return (
    <>
      <p>
        File {name || '(unnamed)'} ({type || 'unknown type'}), {formatBytes(bytes)}
        {phase === 'running' && ' received so far'}. No preview.
      </p>
      {phase === 'done' && (
        <p>
          <a className="button" href={target} download={name}>
            <Download aria-hidden size={14} /> Save file
          </a>
        </p>
      )}
    </>
  );
}

function Stream({ body: { lines, isCut }, phase }: { body: Body<'stream'>; phase: TryResult['phase'] }) {
  const note =
    phase === 'running'
      ? 'Receiving a stream. Select Stop to close it.'
      : isCut
        ? 'Preview limit reached; the stream was closed.'
        : '';
  return (
    <>
      <CodeBlock text={lines.join('\n')} what="the stream output" isBounded />
      <p className="dim">
        {plural(lines.length, 'line')}. {note}
      </p>
    </>
  );
}
