import { secondsText } from './format/durations.ts';

/** A change may wait for the device. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The service's limit for a connection test is 15 s. */
export const TEST_TIMEOUT_MS = 20_000;

export interface FieldError {
  /** Path with dots: `reconnect.min_delay`. */
  path: string;
  /** A part of a sentence: `must be a whole number from 1 to 65535`. */
  message: string;
}

export interface RequestErrorOptions {
  cause?: unknown;
  status?: number;
  errors?: readonly FieldError[];
}

/** The message is shown to the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Invalid fields, if any. */
  readonly errors: readonly FieldError[];

  constructor(message: string, { cause, status, errors = [] }: RequestErrorOptions = {}) {
    super(message, { cause });
    this.status = status ?? null;
    this.errors = errors;
  }
}

export interface RequestOptions {
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a string is sent as JSON text. */
  body?: unknown;
  /** Sent instead, under its own media type. */
  file?: Blob;
  signal?: AbortSignal | undefined;
  /** In milliseconds; default 15 s. */
  timeoutMs?: number;
  /** Also sent if the page is closed meanwhile. The browser refuses such bodies beyond 64 KiB. */
  keepalive?: boolean;
}

/** @throws RequestError */
export async function request<Result>(path: string, options: RequestOptions = {}): Promise<Result> {
  const response = await send(path, options);
  if (!response.ok) throw refusal(response, await response.json().catch(() => null));
  // No content.
  if (response.status === 204) return undefined as Result;
  try {
    return (await response.json()) as Result;
  } catch (cause) {
    throw new RequestError('The response was interrupted. Try again.', { cause });
  }
}

/**
 * For responses other than JSON.
 * @param accept media type
 * @throws RequestError
 */
export async function requestBytes(path: string, accept: string, options: RequestOptions = {}): Promise<ArrayBuffer> {
  const response = await send(path, options, { Accept: accept });
  if (!response.ok) throw refusal(response, await response.json().catch(() => null));
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.startsWith(accept))
    throw new RequestError(
      'The service sent an unexpected response. It may be a different version; reload the window.',
    );
  return response.arrayBuffer();
}

function refusal(response: Response, body: unknown): RequestError {
  const message =
    messageOf(body) ??
    `The service rejected the request (HTTP status ${response.status}) without a reason. Try again, or see the log.`;
  return new RequestError(message, { status: response.status, errors: errorsOf(body) });
}

async function send(
  path: string,
  { method = 'GET', body, file, signal, timeoutMs = REQUEST_TIMEOUT_MS, keepalive = false }: RequestOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(path, {
      method,
      // Every write declares JSON or its file's type, even without a body: pages of other origins cannot.
      headers: { ...headers, ...(method !== 'GET' && { 'Content-Type': file?.type ?? 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(file && { body: file }),
      cache: 'no-store',
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    const what = timeout.aborted
      ? `The service did not respond within ${secondsText(timeoutMs)} s.`
      : 'Cannot reach the service.';
    const then =
      method === 'GET' ? 'Try again.' : 'The change may have been applied. See whether it was before you try again.';
    throw new RequestError(`${what} ${then}`, { cause });
  }
}

/** The message in the body of an error response. */
export function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

function errorsOf(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return [];
  return Array.isArray(body.errors) ? (body.errors as FieldError[]) : [];
}
