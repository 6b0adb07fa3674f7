/** Server-Sent Events, as the HTML standard defines their format (section 9.2.6, "interpreting an event stream"). */

/** Longest event that is taken, in characters: a bound against a stream that is not one. */
const MAX_EVENT_CHARACTERS = 4 * 1024 * 1024;

export interface ServerEvent {
  /** The event's name, `message` where the stream gives none. */
  event: string;
  data: string;
}

export class SseParser {
  #rest = '';
  #event = '';
  #data: string[] = [];
  /** What `#data` will come to, with a line end after each part: parts without a character are kept too. */
  #size = 0;
  #lastEventId = '';

  /** The id to resume after; empty before the first. */
  get lastEventId(): string {
    return this.#lastEventId;
  }

  /**
   * Takes the next piece of text and answers the events that it completed.
   * @throws Error when an event grows beyond all bounds
   */
  push(text: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    const whole = this.#rest + text;
    // A carriage return at the very end may be half of CR LF: it waits for the next piece.
    const held = whole.endsWith('\r') ? 1 : 0;
    const lines = whole.slice(0, whole.length - held).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + (held ? '\r' : '');
    for (const line of lines) {
      const event = this.#line(line);
      if (event) events.push(event);
    }
    if (this.#rest.length + this.#size > MAX_EVENT_CHARACTERS) {
      throw new Error('The event stream sent an event that is too long.');
    }
    return events;
  }

  #line(line: string): ServerEvent | undefined {
    if (line === '') return this.#dispatch();
    if (line.startsWith(':')) return undefined;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#event = value;
    else if (field === 'data') this.#addData(value);
    else if (field === 'id' && !value.includes('\0')) this.#lastEventId = value;
    return undefined;
  }

  #addData(value: string): void {
    this.#data.push(value);
    this.#size += value.length + 1;
  }

  #dispatch(): ServerEvent | undefined {
    const event = { event: this.#event || 'message', data: this.#data.join('\n') };
    const empty = this.#data.length === 0;
    this.#event = '';
    this.#data = [];
    this.#size = 0;
    return empty ? undefined : event;
  }
}
