import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Clock } from '../../../support/clock.ts';
import { errorText } from '../../../support/errors.ts';
import type { Endpoint } from './failure.ts';
import { MAX_BODY_BYTES, toAsciiHost } from './options.ts';
import type { HttpResponse } from './parse-response.ts';
import type { RequestFailure, RequestPhase } from './request-failures.ts';

export type RequestOutcome =
  /**
   * @param latencyMs from the request to the last byte
   * @param at time of the last byte, in milliseconds since 1970
   */
  | { kind: 'answer'; answer: HttpResponse; latencyMs: number; at: number }
  /** @param answer the received part of it, if it had begun */
  | { kind: 'failed'; cause: RequestFailure; answer: HttpResponse | undefined }
  /** Aborted by the caller. */
  | { kind: 'aborted' };

export interface QuestionOptions {
  place: Endpoint;
  agent: Agent;
  /** Deadline, in milliseconds. */
  limitMs: number;
  clock: Clock;
  signal: AbortSignal;
}

/** The one connection to a gateway, kept open between requests. Ignores proxies in the environment. */
export function createAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
}

/**
 * Redirects are not followed. Never rejects.
 * @returns the outcome; after a stale kept-alive connection, that of one retry on a new one
 */
export async function sendRequest(options: QuestionOptions): Promise<RequestOutcome> {
  const began = options.clock.monotonic();
  const outcome = await new Question(options, options.limitMs).run();
  if (outcome.kind !== 'stale') return outcome;
  const left = Math.max(1, options.limitMs - (options.clock.monotonic() - began));
  const second = await new Question(options, left).run();
  // The agent then opens a new connection; the result counts even if it had another old one.
  return second.kind === 'stale' ? second.outcome : second;
}

/** A kept-alive connection had ended; `outcome` applies if it was a new one. */
interface Stale {
  kind: 'stale';
  outcome: RequestOutcome;
}

class Question {
  readonly #options: QuestionOptions;
  readonly #limitMs: number;
  readonly #done = Promise.withResolvers<RequestOutcome | Stale>();
  readonly #began: number;
  #phase: RequestPhase = 'connecting';
  #request: ClientRequest | undefined;
  #response: IncomingMessage | undefined;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #isOver = false;

  constructor(options: QuestionOptions, limitMs: number) {
    this.#options = options;
    this.#limitMs = limitMs;
    this.#began = options.clock.monotonic();
  }

  async run(): Promise<RequestOutcome | Stale> {
    const { signal } = this.#options;
    if (signal.aborted) return { kind: 'aborted' };
    const onAbort = (): void => this.#finish({ kind: 'aborted' });
    signal.addEventListener('abort', onAbort);
    const timer = setTimeout(() => {
      this.#endWith({ kind: 'silence', phase: this.#phase, waitedMs: this.#options.limitMs });
    }, this.#limitMs);
    try {
      this.#send();
    } catch (error) {
      // The host does not form a valid header.
      this.#fail(error);
    }
    const outcome = await this.#done.promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Only a connection with a complete response can be reused.
    if (outcome.kind !== 'answer') this.#request?.destroy();
    return outcome;
  }

  #send(): void {
    const { place, agent } = this.#options;
    const question = request({
      agent,
      host: toAsciiHost(place.host),
      port: place.port,
      path: place.path,
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Mensura' },
    });
    this.#request = question;
    question.on('socket', (socket) => {
      if (!socket.connecting) this.#phase = 'asking';
      else socket.once('connect', () => (this.#phase = 'asking'));
    });
    question.on('response', (response) => this.#receive(response));
    // Never removed: an unhandled error would end the process.
    question.on('error', (error) => this.#fail(error));
    question.on('close', () => this.#fail(undefined));
    question.end();
  }

  #receive(response: IncomingMessage): void {
    this.#phase = 'reading';
    this.#response = response;
    response.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_BODY_BYTES) this.#endWith({ kind: 'too-large' });
      else this.#chunks.push(chunk);
    });
    response.on('error', (error) => this.#fail(error));
    // Only emitted after a complete body.
    response.on('end', () => {
      const { clock } = this.#options;
      const latencyMs = clock.monotonic() - this.#began;
      const answer = this.#answer();
      if (answer) this.#finish({ kind: 'answer', answer, latencyMs, at: clock.now() });
    });
  }

  #fail(error: unknown): void {
    this.#endWith({ kind: 'error', code: codeOf(error), phase: this.#phase });
  }

  #endWith(cause: RequestFailure): void {
    if (this.#isOver) return;
    const outcome: RequestOutcome = { kind: 'failed', cause, answer: this.#answer() };
    const isStale = cause.kind === 'error' && this.#phase === 'asking' && this.#request?.reusedSocket;
    this.#finish(isStale ? { kind: 'stale', outcome } : outcome);
  }

  /** The first outcome counts; later events are its consequences. */
  #finish(outcome: RequestOutcome | Stale): void {
    this.#isOver = true;
    this.#done.resolve(outcome);
  }

  /** The received part of the response. */
  #answer(): HttpResponse | undefined {
    if (!this.#response) return undefined;
    const { statusCode = 0, headers } = this.#response;
    const body = Buffer.concat(this.#chunks);
    return { path: this.#options.place.path, status: statusCode, contentType: headers['content-type'] ?? '', body };
  }
}

/** The code of an error; if several addresses were tried, that of the first. */
function codeOf(error: unknown): string {
  if (error === undefined) return 'ECONNRESET';
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return errorText(error);
}
