/** What an answer holds: text, a file that is not shown, or the first lines of a stream. */
import { Download } from 'lucide-react';
import type { Tried, TriedBody } from '../../../data/api/try/tried.ts';
import { formatBytes, formatCount } from '../../../data/format/numbers.ts';
import { CodeBlock } from '../code-block.tsx';

export interface AnswerBodyProps {
  body: TriedBody;
  phase: Tried['phase'];
  /** Where a file can be had again. */
  target: string;
}

export function AnswerBody({ body, phase, target }: AnswerBodyProps) {
  if (body.kind === 'text') return <Text body={body} />;
  if (body.kind === 'file') return <File body={body} phase={phase} target={target} />;
  return <Stream body={body} phase={phase} />;
}

type Body<Kind extends TriedBody['kind']> = Extract<TriedBody, { kind: Kind }>;

function Text({ body }: { body: Body<'text'> }) {
  if (body.bytes === 0) return <p className="dim">The answer is empty.</p>;
  return (
    <>
      <CodeBlock text={body.text} what="the answer" isBounded />
      <p className="dim">{textNote(body)}</p>
    </>
  );
}

function textNote({ bytes, isWhole, isCut }: Body<'text'>): string {
  if (!isWhole) {
    return `The answer is longer than ${formatBytes(bytes)}. Its first 256 KiB are shown; the rest was not read.`;
  }
  return isCut ? `${formatBytes(bytes)} came. The first 256 KiB are shown.` : `${formatBytes(bytes)} came.`;
}

function File({ body: { name, bytes, contentType }, phase, target }: AnswerBodyProps & { body: Body<'file'> }) {
  // Without its parameters.
  const [type] = contentType.split(';');
  return (
    <>
      <p>
        A file: {name || 'without a name'}, {formatBytes(bytes)}
        {phase === 'running' && ' so far'}, {type || 'of a kind that is not told'}. It is not shown here.
      </p>
      {phase === 'done' && (
        <p>
          <a className="button" href={target} download={name}>
            <Download aria-hidden size={14} /> Save the file
          </a>
        </p>
      )}
    </>
  );
}

function Stream({ body: { lines, isCut }, phase }: { body: Body<'stream'>; phase: Tried['phase'] }) {
  const note =
    phase === 'running' ? 'More come until you stop it.' : isCut ? 'More is not shown here: the stream was left.' : '';
  return (
    <>
      <CodeBlock text={lines.join('\n')} what="the lines that came" isBounded />
      <p className="dim">
        {lines.length === 1 ? '1 line' : `${formatCount(lines.length)} lines`}. {note}
      </p>
    </>
  );
}
