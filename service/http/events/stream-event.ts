/** Events of `/app/v1/events` as bytes: server-sent events of the HTML standard, 9.2. */
import type { EntityEvent, ReadingsEvent, StreamEvents } from '../../contract/index.ts';
import { canonicalJson } from '../../support/canonical-json.ts';

/**
 * The subject of an event: for a slow reader, a later event replaces an earlier one with the same subject. Keys are
 * unique over all kinds of entities; the readings of a device have its key.
 */
export type Subject =
  | { kind: 'state'; key: string }
  | { kind: 'gone'; key: string }
  | { kind: 'readings'; key: string; readings: ReadingsEvent };

/** An event with its subject. */
export interface UnsequencedEvent {
  name: 'entity' | 'readings';
  /** Canonical JSON of the event's data. */
  json: string;
  subject: { kind: Subject['kind']; key: string };
}

export function entityEvent(event: EntityEvent): UnsequencedEvent {
  const key = `${event.kind}/${event.key}`;
  return { name: 'entity', json: canonicalJson(event), subject: { kind: event.value ? 'state' : 'gone', key } };
}

/** The key of the subject of a device's readings: that of its entity. @param device its key */
export function readingsKey(device: string): string {
  return `device/${device}`;
}

/** @param key from `readingsKey` @param json canonical JSON of a `ReadingsEvent` */
export function readingsEvent(key: string, json: string): UnsequencedEvent {
  return { name: 'readings', json, subject: { kind: 'readings', key } };
}

/** An event without an ID: name, data, and the empty line at its end. */
export interface EventBody {
  subject: Subject;
  body: Buffer;
}

/** A numbered event. The bytes are shared by all readers. */
export interface StreamEvent extends EventBody {
  sequence: number;
  /** The id line and the body. */
  frame: Buffer;
}

/** Number of readings in an event. */
export function readingsIn({ subject }: EventBody): number {
  return subject.kind === 'readings' ? Object.keys(subject.readings.values).length : 0;
}

export function idLine(boot: string, sequence: number): string {
  return `id: ${boot}-${sequence}\n`;
}

function opening(name: keyof StreamEvents): string {
  return `event: ${name}\ndata: `;
}

/** The end of the data line, and the empty line at the end of the event. */
const ENDING = '\n\n';

export function encodeBody<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): Buffer {
  return Buffer.from(opening(name) + canonicalJson(data) + ENDING);
}

/**
 * A stored event. Thousands are stored and most are only forwarded, so each is one buffer; its parts are parsed on
 * demand.
 */
class StoredEvent implements StreamEvent {
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

class StoredReadings {
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
export function createEvent(boot: string, sequence: number, { name, json, subject }: UnsequencedEvent): StreamEvent {
  const { kind, key } = subject;
  const id = idLine(boot, sequence);
  const begin = id + opening(name);
  const frame = Buffer.from(begin + json + ENDING);
  const about = kind === 'readings' ? new StoredReadings(key, frame, begin.length) : { kind, key };
  return new StoredEvent(sequence, about, frame, id.length);
}
