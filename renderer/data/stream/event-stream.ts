import { createParser } from 'eventsource-parser';
import type { StreamEvent } from '../../../service/contract/index.ts';

/** In characters. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024;

export interface ServerEvent {
  /** `message` without a name. */
  event: string;
  data: string;
  /** Resume position: ID of this or the last event with one; empty before the first. */
  lastEventId: string;
}

interface EventParser {
  /** @throws Error for an oversized event, and errors of `take` */
  feed(text: string): void;
}

/** @param take receives each complete event */
export function createEventParser(take: (event: ServerEvent) => void): EventParser {
  let lastEventId = '';
  return createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onId: (id) => {
      lastEventId = id;
    },
    onEvent: ({ event = 'message', data }) => take({ event, data, lastEventId }),
    onError: ({ type }) => {
      // Unknown fields are ignored (HTML, 9.2.6).
      if (type === 'max-buffer-size-exceeded') throw new Error('The service sent an oversized event.');
    },
  });
}

/** The connection counts as dead after this long without a byte; the service sends a keep-alive every 15 s. */
const STALL_MS = 45_000;

/** An object, so that a missing name is a type error. */
const KNOWN: Readonly<Record<StreamEvent['name'], true>> = {
  entity: true,
  readings: true,
  ready: true,
  reset: true,
};

const NAMES: ReadonlySet<string> = new Set(Object.keys(KNOWN));

export interface EventStreamOptions {
  url: string;
  /** Empty for a fresh start. */
  lastEventId: string;
  signal: AbortSignal;
  onOpen(): void;
  onEvent(event: StreamEvent, lastEventId: string): void;
}

/**
 * Reads the stream until it ends or `signal` aborts it. Unlike EventSource, `fetch` can resume after our own retry and
 * reports the cause of a failure.
 * @throws Error when the service is unreachable, refuses the request, or stops sending
 */
export async function readEventStream(options: EventStreamOptions): Promise<void> {
  const { url, lastEventId, signal, onOpen, onEvent } = options;
  const stall = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(new Error('The service stopped responding.')), STALL_MS);
  };
  try {
    alive();
    const response = await fetch(url, {
      headers: { Accept: 'text/event-stream', ...(lastEventId && { 'Last-Event-ID': lastEventId }) },
      cache: 'no-store',
      signal: AbortSignal.any([signal, stall.signal]),
    });
    if (!response.ok || !response.body) throw new Error(await refusal(response));
    onOpen();
    const parser = createEventParser(({ event, data, lastEventId: id }) => {
      // A newer service may send unknown events.
      if (NAMES.has(event)) onEvent({ name: event, data: JSON.parse(data) } as StreamEvent, id);
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      alive();
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

async function refusal(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return `The service returned HTTP status ${response.status}.`;
}
