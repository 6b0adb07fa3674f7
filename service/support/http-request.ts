/** One HTTP request to a server. Redirects are not followed: they would send secrets elsewhere. */
import * as http from 'node:http';
import * as https from 'node:https';
import type { SecureContext } from 'node:tls';

/** Bytes of a body after which no more is read; error messages are far shorter. */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** `connecting`: no connection yet. `asking`: connected, without a response. */
export type RequestPhase = 'connecting' | 'asking';

export type RequestOutcome =
  /** `text` is the start of a body that is too large, does not end in time or is cut off: the status is valid. */
  | { kind: 'response'; status: number; headers: http.IncomingHttpHeaders; text: string }
  /** The system's, the TLS library's or the HTTP parser's error. */
  | { kind: 'failed'; error: NodeJS.ErrnoException; phase: RequestPhase }
  | { kind: 'timeout'; phase: RequestPhase; limitMs: number }
  /** Aborted by the caller. */
  | { kind: 'aborted' };

export interface RequestOptions {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Buffer;
  agent: http.Agent;
  /** For https. */
  tls: { context: SecureContext; checksName: boolean } | undefined;
  /** Deadline of the whole request, in milliseconds. */
  limitMs: number;
  signal: AbortSignal;
}

/** The one connection to a server, kept open between requests. Ignores proxies in the environment. */
export function createAgent(url: URL): http.Agent {
  const options = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 };
  return url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
}

/** Never rejects. A stale kept-alive connection is replaced once: the server may then have the request twice. */
export async function sendRequest(options: RequestOptions): Promise<RequestOutcome> {
  const { outcome, isStale } = await attempt(options);
  return isStale ? (await attempt(options)).outcome : outcome;
}

function attempt(options: RequestOptions): Promise<{ outcome: RequestOutcome; isStale: boolean }> {
  const { method, url, headers, body, agent, tls, limitMs, signal } = options;
  return new Promise((resolve) => {
    let phase: RequestPhase = 'connecting';
    const timer = setTimeout(() => fail({ kind: 'timeout', phase, limitMs }), limitMs);
    const onAbort = (): void => finish({ kind: 'aborted' });
    let isOver = false;
    let request: http.ClientRequest | undefined;
    let response: http.IncomingMessage | undefined;
    const chunks: Buffer[] = [];
    const received = (from: http.IncomingMessage): RequestOutcome => ({
      kind: 'response',
      status: from.statusCode ?? 0,
      headers: from.headers,
      text: Buffer.concat(chunks).toString('utf8'),
    });
    function finish(outcome: RequestOutcome, isComplete = false): void {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      const isStale = outcome.kind === 'failed' && phase === 'asking' && request?.reusedSocket === true;
      // Only a connection with a complete response can be reused.
      if (!isComplete) request?.destroy();
      resolve({ outcome, isStale });
    }
    const fail = (outcome: RequestOutcome): void => finish(response ? received(response) : outcome);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    const all = { 'User-Agent': 'Mensura', 'Accept-Encoding': 'identity', ...headers };
    const sent = {
      method,
      agent,
      headers: body ? { ...all, 'Content-Length': String(body.length) } : all,
      ...(tls && { secureContext: tls.context, rejectUnauthorized: true }),
      ...(tls && !tls.checksName && { checkServerIdentity: () => undefined }),
    };
    try {
      request = url.protocol === 'https:' ? https.request(url, sent) : http.request(url, sent);
    } catch (error) {
      // A header that cannot be sent.
      return fail({ kind: 'failed', error: error as NodeJS.ErrnoException, phase });
    }
    const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    request.on('socket', (socket) => {
      if (request?.reusedSocket) phase = 'asking';
      else socket.once(ready, () => (phase = 'asking'));
    });
    request.on('response', (begun) => {
      response = begun;
      let bytes = 0;
      begun.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_RESPONSE_BYTES) finish(received(begun));
      });
      begun.on('end', () => finish(received(begun), true));
      begun.on('error', (error) => fail({ kind: 'failed', error, phase }));
    });
    // Never removed: an unhandled error would end the process.
    request.on('error', (error) => fail({ kind: 'failed', error, phase }));
    request.on('close', () =>
      fail({ kind: 'failed', error: Object.assign(new Error('closed'), { code: 'ECONNRESET' }), phase }),
    );
    request.end(body);
  });
}
