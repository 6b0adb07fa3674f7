/** The event stream of the service, over breaks of the connection. */
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { StreamEvents } from '../../contract/index.ts';
import { CliError, EXIT } from '../failure.ts';
import { type Api, noMensura } from './api.ts';

/** Without a byte for so long the connection is dead: the service sends one every 15 s at least. */
const SILENCE_MS = 45_000;

/** The pause before a new attempt: doubled from the first up to the last, in milliseconds. */
const BACKOFF = { first: 500, last: 10_000 } as const;

/** The largest event that is taken, in characters. */
const MAX_EVENT = 16 * 1024 * 1024;

/** An event by name with its data. */
export type ServiceEvent = {
  [Name in keyof StreamEvents]: { name: Name; data: StreamEvents[Name] };
}[keyof StreamEvents];

export interface EventStreamOptions {
  /** Finds the service anew for each attempt: it may have another port when it comes back. */
  connect(): Promise<Api>;
  /** Ends the stream. */
  signal: AbortSignal;
  /** The connection broke; the next attempts follow by themselves. */
  onLost(): void;
  /** The connection is back. @param complete whether everything that happened meanwhile follows */
  onBack(complete: boolean): void;
}

/** What of the stream outlives a connection. */
interface Position {
  lastId: string;
}

/**
 * Events as they happen, until the signal ends it.
 * @throws CliError where the first connection cannot be made, or the service refuses
 */
export async function* readEvents(options: EventStreamOptions): AsyncGenerator<ServiceEvent> {
  const { signal, onLost, onBack } = options;
  const position: Position = { lastId: '' };
  let lost = false;
  for (let delay: number = BACKOFF.first; !signal.aborted; delay = Math.min(delay * 2, BACKOFF.last)) {
    try {
      for await (const event of readConnection(options, position)) {
        delay = BACKOFF.first;
        if (lost) {
          lost = false;
          onBack(event.name !== 'reset');
        }
        yield event;
      }
    } catch (error) {
      // Once it was there, whatever keeps it away may pass: a restart, or too many who come back at a time.
      const wasThere = lost || position.lastId !== '';
      if (!(error instanceof CliError) || !wasThere) throw error;
    }
    if (signal.aborted) return;
    if (!lost) onLost();
    lost = true;
    await pause(delay, undefined, { signal }).catch(() => {});
  }
}

/** One connection, until it breaks or the signal ends it. */
async function* readConnection(
  { connect, signal }: EventStreamOptions,
  position: Position,
): AsyncGenerator<ServiceEvent> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const waiting: ServiceEvent[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT,
    onId: (id) => {
      position.lastId = id;
    },
    onEvent: ({ event, data }) => waiting.push({ name: event, data: JSON.parse(data) } as ServiceEvent),
  });
  try {
    const api = await connect();
    const response = await api.open('/app/v1/events', {
      signal: AbortSignal.any([signal, silence.signal]),
      headers: position.lastId ? { 'Last-Event-ID': position.lastId } : {},
    });
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw noMensura(api.address.url);
    }
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      timer.refresh();
      parser.feed(decoder.decode(bytes, { stream: true }));
      yield* waiting.splice(0);
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (!signal.aborted) throw new CliError(EXIT.noService, 'the connection to the service broke', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
