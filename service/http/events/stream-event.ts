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

/** An event by name, with its data and what it is about. */
export type Announcement = {
  [Name in keyof StreamEvents]: { name: Name; data: StreamEvents[Name]; subject: Subject };
}[keyof StreamEvents];

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

/** The line that says up to which event a reader is informed. */
export function idLine(boot: string, sequence: number): string {
  return `id: ${boot}-${sequence}\n`;
}

function bodyText<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): string {
  return `event: ${name}\ndata: ${canonicalJson(data)}\n\n`;
}

/** An event's body alone. */
export function encodeBody<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): Buffer {
  return Buffer.from(bodyText(name, data));
}

/** @param sequence counts the events of this run of the service, named by `boot` */
export function createEvent(boot: string, sequence: number, { name, data, subject }: Announcement): StreamEvent {
  const id = idLine(boot, sequence);
  const frame = Buffer.from(id + bodyText(name, data));
  return { sequence, subject, frame, body: frame.subarray(id.length) };
}
