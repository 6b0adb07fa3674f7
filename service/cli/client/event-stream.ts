import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { StreamEvent } from '../../contract/index.ts';
import { backoffDelay } from '../../support/backoff.ts';
import { CliError, EXIT } from '../failure.ts';
import { type Api, notRunningError } from './api.ts';

/** Time without data after which the connection counts as ended, in milliseconds: data is sent at least every 15 s. */
const SILENCE_MS = 45_000;

/** Pauses between attempts, in milliseconds: doubled from `first` to `last`. */
const RETRY = { firstMs: 500, longestMs: 10_000 } as const;

/** The largest event, in characters. */
const MAX_EVENT = 16 * 1024 * 1024;

export interface EventStreamOptions {
  /** Called for each attempt: the service may have another port after a restart. */
  connect(): Promise<Api>;
  /** Ends the stream. */
  signal: AbortSignal;
  /** The connection was lost; retries follow. */
  onLost(): void;
  /** Reconnected. @param complete whether no event was missed */
  onBack(complete: boolean): void;
}

/**
 * Events until the signal is aborted, across reconnects.
 * @throws CliError if the first connection fails or is refused
 */
export async function* readEvents(options: EventStreamOptions): AsyncGenerator<StreamEvent> {
  const { signal, onLost, onBack } = options;
  // Outlives a connection.
  const position = { lastId: '' };
  let lost = false;
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      for await (const event of readConnection(options, position)) {
        failures = 1;
        if (lost) {
          lost = false;
          onBack(event.name !== 'reset');
        }
        yield event;
      }
    } catch (error) {
      // After the first connection every error may be temporary: a restart, or too many clients reconnecting.
      const wasThere = lost || position.lastId !== '';
      if (!(error instanceof CliError) || !wasThere) throw error;
    }
    if (signal.aborted) return;
    if (!lost) onLost();
    lost = true;
    await pause(backoffDelay(RETRY, failures), undefined, { signal }).catch(() => {});
  }
}

/** The events of one connection. */
async function* readConnection(
  { connect, signal }: EventStreamOptions,
  position: { lastId: string },
): AsyncGenerator<StreamEvent> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const waiting: StreamEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onId: (id) => {
      position.lastId = id;
    },
    onEvent: ({ event, data }) => waiting.push({ name: event, data: JSON.parse(data) } as StreamEvent),
  });
  try {
    const api = await connect();
    const response = await api.open('/app/v1/events', {
      signal: AbortSignal.any([signal, silence.signal]),
      headers: position.lastId ? { 'Last-Event-ID': position.lastId } : {},
    });
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw notRunningError(api.address.url);
    }
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      timer.refresh();
      parser.feed(decoder.decode(bytes, { stream: true }));
      yield* waiting.splice(0);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (!signal.aborted) throw new CliError(EXIT.noService, 'connection to the service lost', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
