/** Asks a gateway once over HTTP: one request, one answer, or what was in the way. */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Clock } from '../../../support/clock.ts';
import { errorText } from '../../../support/errors.ts';
import { toAsciiHost } from './address.ts';
import type { Endpoint } from './failure.ts';
import { MAX_BODY_BYTES } from './options.ts';
import type { HttpResponse } from './parse-response.ts';
import type { RequestFailure, RequestPhase } from './request-failures.ts';

export type RequestOutcome =
  /** @param latencyMs from the question to the last byte @param at when that came, in milliseconds since 1970 */
  | { kind: 'answer'; answer: HttpResponse; latencyMs: number; at: number }
  /** @param answer as much of it as came, where it had begun */
  | { kind: 'obstacle'; obstacle: RequestFailure; answer: HttpResponse | undefined }
  /** It was ended from this side. */
  | { kind: 'aborted' };

export interface QuestionOptions {
  place: Endpoint;
  agent: Agent;
  /** How long it may take in all, in milliseconds. */
  limitMs: number;
  clock: Clock;
  signal: AbortSignal;
}

/** The one connection to a gateway, kept open between questions. Goes through no proxy, whatever the environment says. */
export function createAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
}

/**
 * Asks, and answers what came of it. Redirects are not followed. Never rejects.
 *
 * A kept connection may have been closed by the gateway just when it was used again: then it is asked once more on a
 * new one.
 */
export async function sendRequest(options: QuestionOptions): Promise<RequestOutcome> {
  const began = options.clock.monotonic();
  const outcome = await new Question(options, options.limitMs).run();
  if (outcome.kind !== 'stale') return outcome;
  const left = Math.max(1, options.limitMs - (options.clock.monotonic() - began));
  const second = await new Question(options, left).run();
  // The agent opens a new connection then; if it had another old one, this ends all the same.
  return second.kind === 'stale' ? second.outcome : second;
}

/** A kept connection that had ended; what that would have been on a new one. */
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
      this.#stumble({ kind: 'silence', phase: this.#phase, waitedMs: this.#options.limitMs });
    }, this.#limitMs);
    try {
      this.#send();
    } catch (error) {
      // A host that makes no valid header is no host.
      this.#fail(error);
    }
    const outcome = await this.#done.promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // After a whole answer the connection is kept for the next question; after anything else it is not to be trusted.
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
    // Stays for good: an error that nobody hears would end the process.
    question.on('error', (error) => this.#fail(error));
    question.on('close', () => this.#fail(undefined));
    question.end();
  }

  #receive(response: IncomingMessage): void {
    this.#phase = 'reading';
    this.#response = response;
    response.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_BODY_BYTES) this.#stumble({ kind: 'too-large' });
      else this.#chunks.push(chunk);
    });
    response.on('error', (error) => this.#fail(error));
    // Comes after a whole body alone.
    response.on('end', () => {
      const { clock } = this.#options;
      const latencyMs = clock.monotonic() - this.#began;
      const answer = this.#answer();
      if (answer) this.#finish({ kind: 'answer', answer, latencyMs, at: clock.now() });
    });
  }

  #fail(error: unknown): void {
    this.#stumble({ kind: 'error', code: codeOf(error), phase: this.#phase });
  }

  #stumble(obstacle: RequestFailure): void {
    if (this.#isOver) return;
    const outcome: RequestOutcome = { kind: 'obstacle', obstacle, answer: this.#answer() };
    const isStale = obstacle.kind === 'error' && this.#phase === 'asking' && this.#request?.reusedSocket;
    this.#finish(isStale ? { kind: 'stale', outcome } : outcome);
  }

  /** What comes first counts: the rest is its echo. */
  #finish(outcome: RequestOutcome | Stale): void {
    this.#isOver = true;
    this.#done.resolve(outcome);
  }

  /** As much of the answer as came. */
  #answer(): HttpResponse | undefined {
    if (!this.#response) return undefined;
    const { statusCode = 0, headers } = this.#response;
    const body = Buffer.concat(this.#chunks);
    return { path: this.#options.place.path, status: statusCode, contentType: headers['content-type'] ?? '', body };
  }
}

/** The code of an error; where several addresses were tried, that of the first. */
function codeOf(error: unknown): string {
  if (error === undefined) return 'ECONNRESET';
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return errorText(error);
}
