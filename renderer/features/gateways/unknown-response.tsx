import type { GatewayResponse } from '../../../service/contract/index.ts';

export function UnknownResponse({ answer: { path, status, content_type, head } }: { answer: GatewayResponse }) {
  return (
    <figure className="unknown-answer">
      <figcaption>
        HTTP status {status}, {content_type ? <span className="mono">{content_type}</span> : 'no content type'},{' '}
        <span className="mono">{path}</span>. Start of the response:
      </figcaption>
      {head ? <pre className="mono">{head}</pre> : <p className="dim">Empty response</p>}
    </figure>
  );
}
