/** Events of `/app/v1/events` as bytes: Server-Sent Events of the HTML standard, 9.2. */
import type { ReadingsEvent, StreamEvents } from '../../contract/index.ts';
import { canonicalJson } from '../../support/canonical-json.ts';

/**
 * What an event is about, so that for a slow reader a later one can take the place of an earlier one. Keys are unique
 * over all kinds; the readings of a device have its key.
 */
export type Subject =
  | { kind: 'state'; key: string }
  | { kind: 'gone'; key: string }
  | { kind: 'readings'; key: string; readings: ReadingsEvent };

/** Readings as they were written, with the key of their device. */
interface WrittenReadings {
  name: 'readings';
  /** Canonical JSON of the event's data. */
  json: string;
  subject: { kind: 'readings'; key: string };
}

type OtherEvents = Omit<StreamEvents, 'readings'>;

/** An event by name, with its data and what it is about. */
export type UnsequencedEvent =
  | WrittenReadings
  | {
      [Name in keyof OtherEvents]: {
        name: Name;
        data: OtherEvents[Name];
        subject: Exclude<Subject, { kind: 'readings' }>;
      };
    }[keyof OtherEvents];

/** An event without an id: name and data, with the empty line that ends it. */
export interface EventBody {
  subject: Subject;
  body: Buffer;
}

/** An event that has its place in the stream. The bytes are shared by all readers. */
export interface StreamEvent extends EventBody {
  sequence: number;
  /** The id line and the body. */
  frame: Buffer;
}

/** How many readings an event tells. */
export function readingsIn({ subject }: EventBody): number {
  return subject.kind === 'readings' ? Object.keys(subject.readings.values).length : 0;
}

/** The line that says up to which event a reader is informed. */
export function idLine(boot: string, sequence: number): string {
  return `id: ${boot}-${sequence}\n`;
}

/** What stands before an event's data. */
function opening(name: keyof StreamEvents): string {
  return `event: ${name}\ndata: `;
}

/** The line that ends the data, and the empty one that ends the event. */
const ENDING = '\n\n';

/** An event's body alone. */
export function encodeBody<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): Buffer {
  return Buffer.from(opening(name) + canonicalJson(data) + ENDING);
}

/**
 * Thousands of events are kept for readers that come back, and nearly all are only passed on: each is one buffer, and
 * what a slow reader wants to know of it is taken out of that when it is asked for.
 */
class KeptEvent implements StreamEvent {
  readonly sequence: number;
  readonly subject: Subject;
  readonly frame: Buffer;
  readonly #bodyAt: number;

  constructor(sequence: number, subject: Subject, frame: Buffer, bodyAt: number) {
    this.sequence = sequence;
    this.subject = subject;
    this.frame = frame;
    this.#bodyAt = bodyAt;
  }

  get body(): Buffer {
    return this.frame.subarray(this.#bodyAt);
  }
}

class KeptReadings {
  readonly kind = 'readings';
  readonly key: string;
  readonly #frame: Buffer;
  readonly #dataAt: number;
  #readings: ReadingsEvent | undefined;

  constructor(key: string, frame: Buffer, dataAt: number) {
    this.key = key;
    this.#frame = frame;
    this.#dataAt = dataAt;
  }

  get readings(): ReadingsEvent {
    return (this.#readings ??= JSON.parse(this.#frame.toString('utf8', this.#dataAt)) as ReadingsEvent);
  }
}

/** @param sequence counts the events of this run of the service, named by `boot` */
export function createEvent(boot: string, sequence: number, announcement: UnsequencedEvent): StreamEvent {
  const { name, subject } = announcement;
  const id = idLine(boot, sequence);
  const begin = id + opening(name);
  const json = 'json' in announcement ? announcement.json : canonicalJson(announcement.data);
  const frame = Buffer.from(begin + json + ENDING);
  const about = subject.kind === 'readings' ? new KeptReadings(subject.key, frame, begin.length) : subject;
  return new KeptEvent(sequence, about, frame, id.length);
}
