import { createEventParser } from './event-parser.ts';
import type { StreamEvent } from './messages.ts';

/** After so long without a byte (the service sends a sign of life every 15 s) the connection counts as dead. In ms. */
const STALL_MS = 45_000;

/** An object, so that a name that is left out is a fault of types. */
const KNOWN: Readonly<Record<StreamEvent['name'], true>> = {
  device: true,
  readings: true,
  removed: true,
  notice: true,
  client: true,
  gateway: true,
  alarm: true,
  'alarm-rule': true,
  marker: true,
  settings: true,
  reset: true,
};

const NAMES: ReadonlySet<string> = new Set(Object.keys(KNOWN));

export interface EventStreamOptions {
  url: string;
  /** The id to resume after; empty for a fresh start. */
  lastEventId: string;
  signal: AbortSignal;
  onOpen(): void;
  onEvent(event: StreamEvent, lastEventId: string): void;
}

/**
 * Reads the stream until it ends or `signal` stops it. `fetch` instead of EventSource: it can resume after a retry of
 * our own, and says why it failed.
 * @throws Error when the service cannot be reached, refuses, or falls silent
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
      // A newer service may send events that this page does not know.
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

/** The service's own words for its refusal. */
async function refusal(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return `The service returned HTTP status ${response.status}.`;
}
