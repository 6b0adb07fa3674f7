import { Download } from 'lucide-react';
import type { ResponseBody, TryResult } from '../../../data/api/try-request/try-result.ts';
import { formatBytes, formatCount } from '../../../data/format/numbers.ts';
import { CodeBlock } from '../code-block.tsx';

export interface AnswerBodyProps {
  body: ResponseBody;
  phase: TryResult['phase'];
  /** Path and query, to download a file. */
  target: string;
}

export function AnswerBody({ body, phase, target }: AnswerBodyProps) {
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

function File({ body: { name, bytes, contentType }, phase, target }: AnswerBodyProps & { body: Body<'file'> }) {
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
      ? 'Streaming. Select Stop to end it.'
      : isCut
        ? 'Preview limit reached; the stream was closed.'
        : '';
  return (
    <>
      <CodeBlock text={lines.join('\n')} what="the stream output" isBounded />
      <p className="dim">
        {lines.length === 1 ? '1 line' : `${formatCount(lines.length)} lines`}. {note}
      </p>
    </>
  );
}
