import type { ApiCall } from './call.ts';

/** Display limit, in bytes. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** Read limit, in bytes. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

/** A stream is stopped after this many lines. */
const MAX_LINES = 200;

/** Status and headers. */
export interface ResponseHead {
  status: number;
  /** Reason phrase. */
  word: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Time to the first byte, in milliseconds. */
  ms: number;
}

export type ResponseBody =
  /** @property bytes size of the response; `isWhole` false: truncated */
  | { kind: 'text'; text: string; bytes: number; isWhole: boolean; isCut: boolean }
  /** @property name empty if the service gives none */
  | { kind: 'file'; bytes: number; name: string; contentType: string }
  /** @property isCut stopped at the limit */
  | { kind: 'stream'; lines: readonly string[]; isCut: boolean };

export interface TryResult {
  phase: 'running' | 'done' | 'stopped' | 'failed';
  head: ResponseHead | null;
  body: ResponseBody | null;
  /** Empty without an error. */
  failure: string;
}

/** Time until the response starts; a connection test takes the service 15 s. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Interval of progress updates. */
const REPORT_INTERVAL_MS = 200;

/** Informative headers. */
const SHOWN_HEADERS = [
  'content-type',
  'content-length',
  'content-disposition',
  'cache-control',
  'location',
  'etag',
  'allow',
  'retry-after',
];

export interface TryOptions {
  signal: AbortSignal;
  /** Not called after an abort. */
  onNews: (tried: TryResult) => void;
}

/** Resolves in any case; `onNews` reports the result. */
export async function tryCall(call: ApiCall, { signal, onNews }: TryOptions): Promise<void> {
  const begun = performance.now();
  let tried: TryResult = { phase: 'running', head: null, body: null, failure: '' };
  const report = (news: Partial<TryResult>): void => {
    tried = { ...tried, ...news };
    if (!signal.aborted) onNews(tried);
  };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), RESPONSE_TIMEOUT_MS);
  report({});
  try {
    const response = await fetch(call.target, {
      method: call.method,
      headers: [
        ...call.headers.map(([name, value]): [string, string] => [name, value]),
        ...(call.body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
      ],
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      cache: 'no-store',
      signal: AbortSignal.any([signal, late.signal]),
    });
    clearTimeout(timer);
    report({ head: headOf(response, performance.now() - begun) });
    await readBody(response, (body) => report({ body }));
    report({ phase: 'done' });
  } catch {
    report({ phase: 'failed', failure: failureText(call, tried, late.signal.aborted) });
  } finally {
    clearTimeout(timer);
  }
}

function failureText({ method }: ApiCall, { head }: TryResult, isLate: boolean): string {
  if (head) return 'The response was interrupted. The service may have stopped. Try again.';
  const why = isLate ? 'The service did not respond within 1 min.' : 'Cannot reach the service. It may have stopped.';
  return method === 'GET'
    ? `${why} Try again.`
    : `${why} The change may have been applied. See whether it was before you try again.`;
}

function headOf(response: Response, ms: number): ResponseHead {
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, word: response.statusText, headers, ms };
}

type OnBody = (body: ResponseBody) => void;

async function readBody(response: Response, onBody: OnBody): Promise<void> {
  const contentType = response.headers.get('content-type') ?? '';
  const disposition = response.headers.get('content-disposition') ?? '';
  if (!response.body) return;
  if (contentType.startsWith('text/event-stream')) return readLines(response.body, onBody);
  const isText =
    /^(?:text\/|application\/(?:[\w.+-]*\+)?json)/.test(contentType) && !disposition.startsWith('attachment');
  if (isText) return readText(response.body, contentType.includes('json'), onBody);
  return count(response.body, contentType, /filename="([^"]+)"/.exec(disposition)?.[1] ?? '', onBody);
}

async function readText(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  isJson: boolean,
  onBody: OnBody,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop cancels the response.
  for await (const chunk of stream) {
    bytes += chunk.length;
    text += decoder.decode(chunk, { stream: true });
    if (bytes > MAX_READ_BYTES) return onBody(formatBody(text, bytes, false, isJson));
  }
  onBody(formatBody(text + decoder.decode(), bytes, true, isJson));
}

async function readLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onBody: OnBody): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  onBody({ kind: 'stream', lines: [], isCut: false });
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    // The last line may be incomplete.
    const lines = text.slice(0, MAX_SHOWN_BYTES).split('\n').slice(0, -1).slice(0, MAX_LINES);
    const isCut = lines.length === MAX_LINES || text.length >= MAX_SHOWN_BYTES;
    onBody({ kind: 'stream', lines, isCut });
    if (isCut) return;
  }
}

/** Files are counted, not stored. */
async function count(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  contentType: string,
  name: string,
  onBody: OnBody,
): Promise<void> {
  let bytes = 0;
  let reported = Number.NEGATIVE_INFINITY;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (performance.now() - reported < REPORT_INTERVAL_MS) continue;
    reported = performance.now();
    onBody({ kind: 'file', bytes, name, contentType });
  }
  onBody({ kind: 'file', bytes, name, contentType });
}

/** Truncates to a number of UTF-8 bytes without splitting a character. */
function truncateUtf8(text: string, bytes: number): string {
  // A UTF-16 unit takes at least one byte.
  const encoded = new TextEncoder().encode(text.slice(0, bytes));
  return encoded.length <= bytes && text.length <= bytes
    ? text
    : new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true });
}

/** Indents JSON; returns other texts unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * @param text the part that was read
 * @param bytes its size
 * @param isWhole false if truncated: JSON cannot be indented then
 */
function formatBody(text: string, bytes: number, isWhole: boolean, isJson: boolean): ResponseBody {
  const whole = isJson && isWhole ? indented(text) : text;
  const shown = truncateUtf8(whole, MAX_SHOWN_BYTES);
  return { kind: 'text', text: shown, bytes, isWhole, isCut: shown.length < whole.length };
}
