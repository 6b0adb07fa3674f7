/** Changing a device may wait for the instrument to take it. In milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The service gives what it tries 15 s to answer; the answer itself needs a moment more. In milliseconds. */
export const TEST_TIMEOUT_MS = 20_000;

/** What is wrong with one field of what was sent. */
export interface FieldError {
  /** The field, with dots between levels: `reconnect.min_delay`. */
  path: string;
  /** A part of a sentence: `must be a whole number from 1 to 65535`. */
  message: string;
}

export interface RequestErrorOptions {
  cause?: unknown;
  status?: number;
  errors?: readonly FieldError[];
}

/** A request that failed, with a message for the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** The service's answer; null where it gave none. */
  readonly status: number | null;
  /** Each wrong field, where fields are what is wrong. */
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
  /** Sent as JSON; a string is taken for JSON text. */
  body?: unknown;
  /** Ends the request early. */
  signal?: AbortSignal | undefined;
  /** In milliseconds; default 15 s. */
  timeoutMs?: number;
}

/**
 * Asks the service.
 * @throws RequestError with the service's own words, or with why it could not be asked
 */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  if (!response.ok) throw refusal(response, await response.json().catch(() => null));
  // No content.
  if (response.status === 204) return undefined as Answer;
  try {
    return (await response.json()) as Answer;
  } catch (cause) {
    throw new RequestError('The response was interrupted. Try again.', { cause });
  }
}

/**
 * Asks the service for an answer that is no JSON.
 * @param accept its media type
 * @throws RequestError likewise
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
    `The service rejected the request (HTTP status ${response.status}) without giving a reason. Try again, or check the log.`;
  return new RequestError(message, { status: response.status, errors: errorsOf(body) });
}

async function send(
  path: string,
  { method = 'GET', body, signal, timeoutMs }: RequestOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs ?? REQUEST_TIMEOUT_MS);
  try {
    return await fetch(path, {
      method,
      // Every write says what it carries, even where it carries nothing: pages from elsewhere cannot.
      headers: { ...headers, ...(method !== 'GET' && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    const what = timeout.aborted ? 'The service did not respond in time.' : 'Cannot reach the service.';
    const then = method === 'GET' ? 'Try again.' : 'The change may not have been applied. Check, then try again.';
    throw new RequestError(`${what} ${then}`, { cause });
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

function errorsOf(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return [];
  return Array.isArray(body.errors) ? (body.errors as FieldError[]) : [];
}
