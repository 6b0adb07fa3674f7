/** Delivers each message by one HTTP request. */
import type { SecureContext } from 'node:tls';
import type { Clock } from '../../support/clock.ts';
import { formatServer } from '../../support/connection-failure.ts';
import { createAgent, type RequestOutcome, sendRequest } from '../../support/http-request.ts';
import { refusedConnection, requestFailure, serverMessage, serverOf } from '../../support/request-failure.ts';
import { parseRetryAfter } from '../../support/retry-after.ts';
import type { DeliveryFailure, OutgoingMessage, Sender, SendOutcome, SendProgress } from '../types.ts';
import { failure, fromConnection, RETRIES } from './delivery-failure.ts';

/** Deadline of one request, in milliseconds. */
const REQUEST_MS = 30_000;

export interface HttpMessage {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
}

export interface HttpSenderOptions {
  /** The request of a message. */
  compose(message: OutgoingMessage): HttpMessage;
  /** Whether requests have a token. */
  hasToken: boolean;
  /** A heartbeat's request has no message and no token. */
  isHeartbeat: boolean;
  /** For https. */
  tls: { context: SecureContext; checksName: boolean } | undefined;
  clock: Clock;
  limitMs?: number;
}

export class HttpSender implements Sender {
  readonly #options: HttpSenderOptions;
  readonly #closed = new AbortController();

  constructor(options: HttpSenderOptions) {
    this.#options = options;
  }

  close(): void {
    this.#closed.abort();
  }

  async send(message: OutgoingMessage, signal: AbortSignal, progress?: SendProgress): Promise<SendOutcome> {
    const { compose, tls, limitMs = REQUEST_MS } = this.#options;
    const request = compose(message);
    // Messages are rare: no connection stays open between them.
    const agent = createAgent(request.url);
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    const outcome = await sendRequest({ ...request, agent, tls, limitMs, signal: ended });
    agent.destroy();
    return this.#settle(outcome, request.url, progress);
  }

  #settle(outcome: RequestOutcome, url: URL, progress: SendProgress | undefined): SendOutcome {
    if (outcome.kind === 'aborted') return outcome;
    if (outcome.kind !== 'response') return { kind: 'failed', failure: fromConnection(requestFailure(outcome, url)) };
    progress?.connected(`The server responds${url.protocol === 'https:' ? ', and its certificate is valid' : ''}.`);
    const { status, headers, text } = outcome;
    const { hasToken, isHeartbeat, clock } = this.#options;
    const why = responseFailure(status, serverMessage(text, undefined), url, this.#options);
    if (why?.code !== 'credentials-refused') {
      const withoutToken = isHeartbeat ? 'Not required.' : 'No token is set.';
      progress?.signedIn(hasToken ? 'The server did not reject the token.' : withoutToken);
    }
    if (!why) return { kind: 'delivered', text: `The server accepted the ${sentWord(isHeartbeat)} (HTTP ${status}).` };
    const retryMs = why.code === 'busy' ? parseRetryAfter(headers['retry-after'], clock.now()) : undefined;
    return { kind: 'failed', failure: why, ...(retryMs !== undefined && { retryMs }) };
  }
}

function sentWord(isHeartbeat: boolean): string {
  return isHeartbeat ? 'request' : 'message';
}

/** What a response means; undefined if the server accepted the message or request. */
function responseFailure(
  status: number,
  message: string,
  url: URL,
  { hasToken, isHeartbeat }: Pick<HttpSenderOptions, 'hasToken' | 'isHeartbeat'>,
): DeliveryFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const said = message === '' ? `HTTP ${status}` : `HTTP ${status}: ${message}`;
  const refused = refusedConnection(message, url);
  if (refused) return fromConnection(refused);
  if (status === 401 || status === 403) {
    if (hasToken) {
      const remedy = 'Check the token, and that it permits sending to this address.';
      return failure('credentials-refused', `The server rejected the token (${said}).`, remedy);
    }
    const remedy = isHeartbeat ? 'Check the URL.' : 'Enter a token that permits sending to this address.';
    return failure('credentials-refused', `The server requires credentials (${said}).`, remedy);
  }
  if (status === 404 || status === 410) {
    // The path is often a secret, and the server's message can have it.
    const text = `The server on ${formatServer(serverOf(url))} has no such address (HTTP ${status}).`;
    return failure('not-found', text, 'Check the URL.');
  }
  if (status >= 300 && status < 400) {
    const text = `The server redirects to another address (HTTP ${status}).`;
    const remedy = 'Enter the address it redirects to as the URL. Mensura does not follow redirects.';
    return failure('redirected', text, remedy);
  }
  if (status === 408 || status === 429 || status === 503) {
    const remedy = 'Mensura retries when the server permits it.';
    return failure('busy', `The server is busy or not ready (${said}).`, remedy);
  }
  if (status >= 500) return failure('server-error', `The server reports an error (${said}).`, RETRIES);
  const remedy = isHeartbeat
    ? 'Check the URL; see the server log.'
    : 'Check the URL and the body format that the server requires; see the server log.';
  return failure('message-refused', `The server rejected the ${sentWord(isHeartbeat)} (${said}).`, remedy);
}
