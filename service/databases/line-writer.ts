/** Writes lines in one request, and splits what the server refuses until the bad lines alone are left. */

import type { SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../support/clock.ts';
import { createAgent, type RequestOutcome, sendRequest } from '../support/http-request.ts';
import { serverMessage } from '../support/request-failure.ts';
import { parseRetryAfter } from '../support/retry-after.ts';
import { blamesLine, droppedByRetention, droppedLines, type Failure, failure, requestFailure } from './failures.ts';
import type { WriteEndpoint } from './write-endpoint.ts';

const compress = promisify(gzip);

/** Deadline of one request, in milliseconds. */
export const REQUEST_MS = 30_000;

/**
 * Refused requests in a row after which a refusal that names no line is about the request; finding one bad line in a
 * batch takes fewer.
 */
const MAX_REJECTIONS = 40;

/** A line that waits to be written. */
export interface PendingLine {
  readonly text: string;
  /** Time of its readings, in milliseconds since 1970. */
  readonly at: number;
  /** Written by the server. */
  accept(): void;
  /** Refused for good. */
  refuse(reason: string): void;
}

export interface LineWriterOptions {
  endpoint: WriteEndpoint;
  gzip: boolean;
  tls: { context: SecureContext; checksName: boolean } | undefined;
  clock: Clock;
  limitMs?: number;
  /** A line was refused for good. */
  onRefused(line: string, text: string): void;
  /** The server discarded lines by their time. */
  onDropped(failure: Failure): void;
}

export type WriteResult =
  /** Every line was accepted or refused. */
  | { kind: 'done' }
  /** Lines neither accepted nor refused must be written again. @param retryMs the pause that the server asks for */
  | { kind: 'failed'; failure: Failure; retryMs: number | undefined }
  | { kind: 'aborted' };

interface Attempt {
  signal: AbortSignal;
  accepted: number;
  /** Refused requests since the last accepted one. */
  rejections: number;
  /** Lines refused on their own. */
  suspects: { line: PendingLine; failure: Failure; message: string }[];
}

const DONE: WriteResult = { kind: 'done' };

export class LineWriter {
  readonly #options: LineWriterOptions;
  readonly #agent;

  constructor(options: LineWriterOptions) {
    this.#options = options;
    this.#agent = createAgent(options.endpoint.url);
  }

  /** Closes the connection. */
  close(): void {
    this.#agent.destroy();
  }

  /** Writes lines, in order. Never rejects. */
  async write(lines: readonly PendingLine[], signal: AbortSignal): Promise<WriteResult> {
    const attempt: Attempt = { signal, accepted: 0, rejections: 0, suspects: [] };
    const result = await this.#write(lines, attempt);
    const isServerWriting = attempt.accepted > 0;
    for (const { line, failure: why, message } of attempt.suspects) {
      // Without any accepted line, the request itself could be at fault: nothing is discarded for that.
      if (!isServerWriting && !blamesLine(message)) {
        return result.kind === 'done' ? { kind: 'failed', failure: why, retryMs: undefined } : result;
      }
      line.refuse(message);
      this.#options.onRefused(line.text, message);
    }
    return result;
  }

  async #write(lines: readonly PendingLine[], attempt: Attempt): Promise<WriteResult> {
    const outcome = await this.#send(lines, attempt.signal);
    if (outcome.kind === 'aborted') return outcome;
    if (outcome.kind === 'response' && outcome.status === 204) {
      for (const line of lines) line.accept();
      attempt.accepted += lines.length;
      attempt.rejections = 0;
      return DONE;
    }
    const { endpoint, clock } = this.#options;
    const why = requestFailure(outcome, endpoint.url);
    if (outcome.kind !== 'response') return { kind: 'failed', failure: why, retryMs: undefined };
    const { status, headers, text } = outcome;
    if ((status !== 400 && status !== 413 && status !== 422) || why.code === 'not-found') {
      const retryMs =
        status === 429 || status === 503 ? parseRetryAfter(headers['retry-after'], clock.now()) : undefined;
      return { kind: 'failed', failure: why, retryMs };
    }
    const message = serverMessage(text, undefined);
    const dropped = droppedByRetention(message);
    if (dropped !== undefined && dropped <= lines.length) return this.#settleDropped(lines, dropped, message, attempt);
    attempt.rejections += 1;
    const isContent = blamesLine(message);
    if (lines.length === 1 || (isContent && droppedLines(message) === lines.length)) {
      for (const line of lines) attempt.suspects.push({ line, failure: why, message });
      return DONE;
    }
    if (!isContent && status !== 413 && attempt.rejections > MAX_REJECTIONS) {
      return { kind: 'failed', failure: why, retryMs: undefined };
    }
    const middle = Math.ceil(lines.length / 2);
    const first = await this.#write(lines.slice(0, middle), attempt);
    return first.kind === 'done' ? this.#write(lines.slice(middle), attempt) : first;
  }

  /** The server wrote all lines but those beyond its retention, which are the oldest. */
  #settleDropped(lines: readonly PendingLine[], count: number, message: string, attempt: Attempt): WriteResult {
    const byAge = lines.toSorted((one, other) => one.at - other.at);
    const dropped = new Set(byAge.slice(0, count));
    for (const line of lines) {
      if (dropped.has(line)) line.refuse(message);
      else line.accept();
    }
    attempt.accepted += lines.length - count;
    const [oldest] = byAge;
    if (oldest && count > 0) this.#options.onRefused(oldest.text, message);
    const what = count === 1 ? '1 line was' : `${count} lines were`;
    const text = `${what} discarded by the server because of their time: beyond its retention (${message}).`;
    const remedy = 'Check the clocks of this computer and of the server, and the retention of the database or bucket.';
    this.#options.onDropped(failure('clock-wrong', text, remedy));
    return DONE;
  }

  async #send(lines: readonly PendingLine[], signal: AbortSignal): Promise<RequestOutcome> {
    const { endpoint, gzip: isCompressed, tls, limitMs = REQUEST_MS } = this.#options;
    const text = Buffer.from(`${lines.map((line) => line.text).join('\n')}\n`, 'utf8');
    return sendRequest({
      method: 'POST',
      url: endpoint.url,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        ...endpoint.headers,
        ...(isCompressed && { 'Content-Encoding': 'gzip' }),
      },
      body: isCompressed ? await compress(text, { level: 3 }) : text,
      agent: this.#agent,
      tls,
      limitMs,
      signal,
    });
  }
}
