/** Parses server-sent events, each with a size limit. */
import { createParser } from 'eventsource-parser';

/** Longest event that is taken, in characters: a bound against a stream that is not one. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024;

export interface ServerEvent {
  /** The event's name, `message` where the stream gives none. */
  event: string;
  data: string;
  /** The id to resume after, this event's or the last one before; empty before the first. */
  lastEventId: string;
}

export interface EventParser {
  /**
   * Takes the next piece of text.
   * @throws Error when an event grows beyond all bounds, and whatever the taker of an event throws
   */
  feed(text: string): void;
}

/** @param take is called with each event once its last line is there */
export function createEventParser(take: (event: ServerEvent) => void): EventParser {
  let lastEventId = '';
  return createParser({
    maxBufferSize: MAX_EVENT_CHARACTERS,
    onId: (id) => {
      lastEventId = id;
    },
    onEvent: ({ event = 'message', data }) => take({ event, data, lastEventId }),
    onError: ({ type }) => {
      // Fields that it does not know are passed over, as the standard says (HTML, 9.2.6).
      if (type === 'max-buffer-size-exceeded') throw new Error('The service sent an oversized event.');
    },
  });
}
