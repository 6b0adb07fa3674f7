/** An answer that was not understood, as it came. */
import type { GatewayResponse } from '../../../service/contract/index.ts';

export function UnknownAnswer({ answer: { path, status, content_type, head } }: { answer: GatewayResponse }) {
  return (
    <figure className="unknown-answer">
      <figcaption>
        Status {status}, {content_type ? <span className="mono">{content_type}</span> : 'no content type'}, from{' '}
        <span className="mono">{path}</span>. It begins with:
      </figcaption>
      {head ? <pre className="mono">{head}</pre> : <p className="dim">Nothing: the answer is empty.</p>}
    </figure>
  );
}
