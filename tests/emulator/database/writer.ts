/** One installation's connection to a database: gathers lines, sends them one request at a time, repeats what failed. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { WriteAccount } from './account.ts';
import type { Target } from './target.ts';

const compress = promisify(gzip);

/** Lines of one request. */
const BATCH_LINES = 5000;

/** How long a request may take, in milliseconds. */
const REQUEST_MS = 30_000;

/** Pauses before a request is sent again, in milliseconds. */
const RETRY_MS = { first: 1000, longest: 60_000 };

/** Characters of a response that are shown. */
const SHOWN_TEXT = 200;

export interface WriterOptions {
  target: Target;
  gzip: boolean;
  /** How long the first line of a request waits for others, in milliseconds. */
  batchMs: number;
  /** Lines that wait at most, beside those of the request; the oldest is discarded first. */
  mostWaiting: number;
  account: WriteAccount;
  /** Something went wrong for the first time. */
  onFailure?(reason: string): void;
  /** In [0, 1); spreads the repetitions of many writers. */
  random?(): number;
}

interface WaitingLine {
  text: string;
  readings: number;
  /** On the monotonic clock, in milliseconds. */
  since: number;
}

export class LineWriter {
  readonly #options: WriterOptions;
  readonly #agent: HttpAgent;
  #waiting: WaitingLine[] = [];
  /** Lines in the request, at the start of those that wait. */
  #inFlight = 0;
  #timer: NodeJS.Timeout | undefined;
  #attempts = 0;
  #closed = false;
  #running: AbortController | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
    // One connection, which is used again.
    const settings = { keepAlive: true, maxSockets: 1 };
    this.#agent = options.target.url.protocol === 'https:' ? new HttpsAgent(settings) : new HttpAgent(settings);
  }

  /** Lines that wait or are in a request. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @param readings channel readings of the line */
  push(text: string, readings: number): void {
    const { account, mostWaiting } = this.#options;
    if (this.#closed) return;
    account.sampled += 1;
    this.#waiting.push({ text, readings, since: performance.now() });
    // Lines of the request may be accepted yet, so the oldest after them is given up.
    const tooMany = this.#waiting.length - this.#inFlight - mostWaiting;
    if (tooMany > 0) {
      this.#waiting.splice(this.#inFlight, tooMany);
      account.discarded += tooMany;
    }
    if (this.#inFlight === 0) this.#schedule(this.#options.batchMs);
  }

  /** Sends what waits now instead of later, unless a request or a pause after a failure is under way. */
  flush(): void {
    if (this.#closed || this.#inFlight > 0 || this.#waiting.length === 0 || this.#attempts > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#schedule(0);
  }

  /** Ends the connection; what waits still waits. May be called twice. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#agent.destroy();
  }

  #schedule(pauseMs: number): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, pauseMs);
  }

  async #send(): Promise<void> {
    const lines = this.#waiting.slice(0, BATCH_LINES);
    this.#inFlight = lines.length;
    const outcome = await this.#request(lines.map(({ text }) => text).join('\n'));
    this.#inFlight = 0;
    if (this.#closed) return;
    const { account } = this.#options;
    account.requests += 1;
    if (outcome.kind === 'repeat') {
      account.repeated += 1;
      this.#attempts += 1;
      this.#fail(outcome.reason);
      this.#schedule(outcome.pauseMs ?? this.#backOff());
      return;
    }
    this.#attempts = 0;
    this.#waiting.splice(0, lines.length);
    if (outcome.kind === 'refused') {
      account.refused += lines.length;
      this.#fail(outcome.reason);
    } else {
      const now = performance.now();
      account.accepted += lines.length;
      for (const { readings, since } of lines) {
        account.acceptedReadings += readings;
        account.slowestMs = Math.max(account.slowestMs, now - since);
      }
    }
    if (this.#waiting.length > 0) this.#schedule(this.#untilDue());
  }

  /** Lines that came during a request have waited for others meanwhile. */
  #untilDue(): number {
    const [first] = this.#waiting;
    return Math.max(0, (first?.since ?? 0) + this.#options.batchMs - performance.now());
  }

  #fail(reason: string): void {
    if (this.#options.account.countFailure(reason)) this.#options.onFailure?.(reason);
  }

  #backOff(): number {
    const pause = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** (this.#attempts - 1));
    return pause * (0.8 + 0.4 * (this.#options.random ?? Math.random)());
  }

  async #request(text: string): Promise<Outcome> {
    const { target, gzip: compresses, account } = this.#options;
    const body = compresses ? await compress(text) : Buffer.from(text);
    if (this.#closed) return { kind: 'repeat', reason: 'ended' };
    account.bytes += body.length;
    const running = new AbortController();
    this.#running = running;
    const timer = setTimeout(() => running.abort(), REQUEST_MS);
    try {
      return outcomeOf(await exchange(target, body, { compresses, agent: this.#agent, signal: running.signal }));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { kind: 'repeat', reason: running.signal.aborted ? 'no response in 30 s' : (code ?? message) };
    } finally {
      clearTimeout(timer);
      this.#running = undefined;
    }
  }
}

type Outcome =
  | { kind: 'accepted' }
  | { kind: 'refused'; reason: string }
  /** @param pauseMs as the server wants it */
  | { kind: 'repeat'; reason: string; pauseMs?: number };

interface Response {
  status: number;
  text: string;
  retryAfter: string | undefined;
}

function outcomeOf({ status, text, retryAfter }: Response): Outcome {
  if (status === 204) return { kind: 'accepted' };
  const reason = `HTTP ${status}${text === '' ? '' : `: ${text}`}`;
  if (status !== 429 && status < 500) return { kind: 'refused', reason };
  const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return { kind: 'repeat', reason, ...(seconds !== undefined && { pauseMs: seconds * 1000 }) };
}

async function exchange(
  { url, headers }: Target,
  body: Buffer,
  { compresses, agent, signal }: { compresses: boolean; agent: HttpAgent; signal: AbortSignal },
): Promise<Response> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const options = {
    method: 'POST',
    agent,
    signal,
    headers: { ...headers, 'Content-Length': body.length, ...(compresses && { 'Content-Encoding': 'gzip' }) },
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    start(url, options, resolve).on('error', reject).end(body);
  });
  let text = '';
  for await (const chunk of response) if (text.length < SHOWN_TEXT) text += String(chunk);
  // VictoriaMetrics names the connection, which is no reason.
  text = text
    .replace(/remoteAddr: "[^"]*"; /, '')
    .trim()
    .slice(0, SHOWN_TEXT);
  return { status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] };
}
