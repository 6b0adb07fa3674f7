/** Parses server-sent events, each with a size limit. */
import { createParser } from 'eventsource-parser';

/** In characters. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024;

export interface ServerEvent {
  /** `message` without a name. */
  event: string;
  data: string;
  /** Resume position: ID of this or the last event with one; empty before the first. */
  lastEventId: string;
}

export interface EventParser {
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
